import { printableJson } from '../core/text/columns.ts'

/** Returns data as JSON that is safe to print: it has no control sequences, and parsing restores the data. */
export const asJson = (value: unknown): string =>
  `${JSON.stringify(value, null, 2).split('\n').map(printableJson).join('\n')}\n`
