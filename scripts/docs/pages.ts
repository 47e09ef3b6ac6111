import { globSync, readFileSync } from 'node:fs'

/** Returns the text of a file, with Unix line ends. */
export const read = (file: string): string => readFileSync(file, 'utf8').replaceAll('\r\n', '\n')

/** Markdown pages: README and all pages of docs. */
export const pages: readonly string[] = ['README.md', ...globSync('docs/**/*.md').sort()]
