import { isObject } from '../ir/json.ts'
import { describe, expected } from './describe.ts'
import type { Path } from './path.ts'
import { inCode, noField, suggest } from './suggest.ts'

/** Throws for what a value may not be. */
export type Check = (value: unknown, at: Path) => void

/** A check of what has a name: `must('a string', isText)`. */
export const check =
  (what: string, is: (value: unknown) => boolean): Check =>
  (value, at) => {
    if (!is(value)) throw expected(what, value, at)
  }

export const isText = (value: unknown): value is string => typeof value === 'string'
export const text = check('a string', isText)
export const number = check('a finite number', Number.isFinite)
export const trueOrFalse = check('true or false', value => typeof value === 'boolean')
export const object = check('an object', isObject)

/** A list, and whatever is to hold for each of its items. */
export const listOf =
  (check: Check): Check =>
  (value, at) => {
    at.each(assertList(value, at), check)
  }

/** One of some words, called so: those that are too many to list are not. */
export const oneOf =
  (words: readonly string[], what = `one of ${words.join(', ')}`): Check =>
  (value, at) => {
    if (!isText(value)) throw expected(what, value, at)
    if (words.includes(value)) return
    const help = suggest(value, words)
    throw at.wrong(`is not ${what}, but ${describe(value)}`, help === '' ? {} : { help })
  }

/** Rejects what is no list. */
export function assertList(value: unknown, at: Path): readonly unknown[] {
  if (!Array.isArray(value)) throw expected('a list', value, at)
  return value as readonly unknown[]
}

/** Rejects what is no object, and a key that there is none of. */
export function assertKeys(
  value: unknown,
  known: readonly string[],
  at: Path,
): asserts value is Record<string, unknown> {
  if (!isObject(value)) throw expected('an object', value, at)
  for (const key of Object.keys(value))
    if (!known.includes(key))
      at.piece(() => {
        throw noField(key, known, at)
      })
}

/** An object of these fields, each checked where it is there. */
export const fields =
  (checks: Readonly<Record<string, Check>>, required: readonly string[] = []): Check =>
  (value, at) => {
    assertKeys(value, Object.keys(checks), at)
    for (const [key, check] of Object.entries(checks))
      if (value[key] !== undefined || required.includes(key)) at.in(key).piece(p => check(value[key], p))
  }

/** A function; data has none. */
export function assertFunction(value: unknown, at: Path): (...given: never[]) => unknown {
  if (typeof value === 'function') return value as (...given: never[]) => unknown
  if (!at.isData) throw expected('a function', value, at)
  throw at.wrong('would have to be a function, and data has none', { help: inCode })
}
