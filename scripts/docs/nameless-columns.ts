import { readFileSync } from 'node:fs'

const head = /^\|(.*)\|\n\|[-: |]+\|$/gm

/** Returns a line for each table of a Markdown file that has a column without a name, which screen readers need. */
export const namelessColumns = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(head)].flatMap(([, cells = '']) =>
    cells.split(/(?<!\\)\|/).some(cell => cell.trim() === '')
      ? [`${file}: a column has no name: |${cells}|`]
      : [],
  )
