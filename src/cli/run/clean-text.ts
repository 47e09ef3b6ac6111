import { printable } from '../../core/text/columns.ts'

/** Returns a model's text in a form that is safe to print. Tabs and line ends are kept. */
export const printableText = (text: string): string =>
  printable(text.replace(/\r\n?/g, '\n').replaceAll('\t', '    '))

/** Characters that are invisible, or that change the displayed order of text. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Default_Ignorable_Code_Point}]/gu

/** Returns data as JSON in which every character is visible, for a person who makes a decision about the data. */
export const visibleJson = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .split('\n')
    .map(line => line.replace(unseen, escapeUnseen))
    .join('\n')

const escapeUnseen = (sign: string): string =>
  Array.from(
    { length: sign.length },
    (_, index) => `\\u${sign.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('')
