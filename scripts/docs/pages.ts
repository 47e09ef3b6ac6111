import { globSync, readFileSync } from 'node:fs'

/** Returns the text of a file, with the line ends of Unix. */
export const read = (file: string): string => readFileSync(file, 'utf8').replaceAll('\r\n', '\n')

/** README and the pages of docs. */
export const pages: readonly string[] = ['README.md', ...globSync('docs/**/*.md').sort()]
