import { cutColumns } from '../text/columns.ts'
import type { DeclarationError } from './declaration-error.ts'
import type { Path } from './path.ts'

/** Columns of a value, or of a name, that a message shows. */
const shownColumns = 40

/** The beginning of a text. */
export const opening = (text: string): string => cutColumns(text.slice(0, shownColumns * 4), shownColumns)

/** A value in a few words: `5`, `'gpt-5'`, `a list`. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return `'${opening(value)}'`
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

/** A noun with its article. */
export const one = (what: string): string => `${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what}`

/** A value is something else than what it has to be, or there is none. */
export const expected = (what: string, value: unknown, at: Path): DeclarationError =>
  value === undefined
    ? at.wrong('is missing', { help: `give ${what}` })
    : at.wrong(`is not ${what}, but ${describe(value)}`)
