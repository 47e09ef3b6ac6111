import { cutColumns } from '../text/columns.ts'
import type { DeclarationError } from './declaration-error.ts'
import type { Path } from './path.ts'

/** Maximum number of columns of a value or a name in a message. */
const shownColumns = 40

/** Returns the first columns of a text, for messages. */
export const firstColumns = (text: string): string =>
  cutColumns(text.slice(0, shownColumns * 4), shownColumns)

/** Describes a value briefly: `5`, `'gpt-5'`, `a list`, `a promise`. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return `'${firstColumns(value)}'`
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (value instanceof Promise) return 'a promise'
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

/** Returns a noun with its article. */
export const withArticle = (what: string): string => `${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what}`

/** Returns the error for a value that is missing or not of the expected kind. */
export const wrongValueError = (what: string, value: unknown, at: Path): DeclarationError =>
  value === undefined
    ? at.wrong('is missing', { help: `give ${what}` })
    : at.wrong(`must be ${what}, got ${describe(value)}`)
