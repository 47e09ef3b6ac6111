import { isObject } from '../ir/json.ts'
import { describe, wrongValueError } from './describe.ts'
import type { Path } from './path.ts'
import { inCode, suggest, unknownFieldError } from './suggest.ts'

/** Throws for an invalid value. */
export type Check = (value: unknown, at: Path) => void

/** Returns a check from a test; `what` describes the expected value: `check('a string', isText)`. */
export const check =
  (what: string, is: (value: unknown) => boolean): Check =>
  (value, at) => {
    if (!is(value)) throw wrongValueError(what, value, at)
  }

export const isText = (value: unknown): value is string => typeof value === 'string'
export const text = check('a string', isText)
export const number = check('a finite number', Number.isFinite)
export const share = check(
  'a number from 0 to 1',
  value => typeof value === 'number' && value >= 0 && value <= 1,
)
export const trueOrFalse = check('true or false', value => typeof value === 'boolean')
export const object = check('an object', isObject)
export const signal = check('an AbortSignal', value => hasMethod(value, 'addEventListener'))

/** Whether a value has a method. */
const hasMethod = (value: unknown, name: string): boolean =>
  typeof (value as Readonly<Record<string, unknown>> | null | undefined)?.[name] === 'function'

/** Returns a check for an object with certain methods; `what` describes the expected object. */
export const withMethods = (what: string, ...methods: readonly string[]): Check =>
  check(what, value => methods.every(method => hasMethod(value, method)))

/** Returns a check for a list, with a check for each item. */
export const listOf =
  (check: Check): Check =>
  (value, at) => {
    at.readEach(assertList(value, at), check)
  }

/** Returns a check for one of several words. `what` describes the words in messages, if they are too many to list. */
export const oneOf =
  (words: readonly string[], what = `one of ${words.join(', ')}`): Check =>
  (value, at) => {
    if (!isText(value)) throw wrongValueError(what, value, at)
    if (words.includes(value)) return
    const help = suggest(value, words)
    throw at.wrong(`must be ${what}, got ${describe(value)}`, help === '' ? {} : { help })
  }

/** Rejects a value that is not a list. */
export function assertList(value: unknown, at: Path): readonly unknown[] {
  if (!Array.isArray(value)) throw wrongValueError('a list', value, at)
  return value as readonly unknown[]
}

/** Rejects a value that is not an object, and unknown keys. */
export function assertKeys(
  value: unknown,
  known: readonly string[],
  at: Path,
): asserts value is Record<string, unknown> {
  if (!isObject(value)) throw wrongValueError('an object', value, at)
  for (const key of Object.keys(value))
    if (!known.includes(key))
      at.readSeparately(() => {
        throw unknownFieldError(key, known, at)
      })
}

/** Returns a check for an object with these fields; each field that is present is checked. */
export function objectCheck(
  checks: Readonly<Record<string, Check>>,
  required: readonly string[] = [],
): Check {
  const names = Object.keys(checks)
  const fields = Object.entries(checks)
  return (value, at) => {
    assertKeys(value, names, at)
    for (const [key, check] of fields)
      if (value[key] !== undefined || required.includes(key))
        at.in(key).readSeparately(p => check(value[key], p))
  }
}

/** Rejects a value that is not a function; data cannot contain functions. */
export function assertFunction(value: unknown, at: Path): (...given: never[]) => unknown {
  if (typeof value === 'function') return value as (...given: never[]) => unknown
  if (!at.isData) throw wrongValueError('a function', value, at)
  throw at.wrong('must be a function, but data has no functions', { help: inCode })
}
