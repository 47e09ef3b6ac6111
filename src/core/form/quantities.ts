import { isProtection } from '../ir/protection.ts'
import { assertList, type Check, check, text } from './check.ts'

/** Returns a check for a whole number, 1 or more; `what` names the counted things. */
export const positiveCountCheck = (what: string): Check =>
  check(`a whole number of ${what}, 1 or more`, value => Number.isInteger(value) && (value as number) >= 1)

/** Returns a check for a whole number, 0 or more; `what` names the counted things. */
export const countCheck = (what: string): Check =>
  check(`a whole number of ${what}`, value => Number.isInteger(value) && (value as number) >= 0)

/** Checks a position, or a number of events. */
export const wholeNumber = check(
  'a whole number from 0',
  value => Number.isSafeInteger(value) && (value as number) >= 0,
)

export const tokens = positiveCountCheck('tokens')

/** Checks an amount, such as a price. */
export const amount = check('a number above 0', value => Number.isFinite(value) && Number(value) > 0)

/** Checks a duration in milliseconds. */
export const milliseconds = check(
  'a number of milliseconds above 0',
  value => typeof value === 'number' && value > 0,
)

/** Checks a duration in milliseconds that a timer supports, which excludes `Infinity`. */
export const finiteMilliseconds = check(
  'a finite number of milliseconds above 0',
  value => Number.isFinite(value) && (value as number) > 0,
)

export const modelId = check('the id of a model', value => typeof value === 'string' && value !== '')

export const protections = check(
  'a list of results of functions of ctxc/protect',
  value => Array.isArray(value) && value.every(isProtection),
)

/** Checks a name of a holder, an app or a model. */
export const filledText = check(
  'a text that is not empty',
  value => typeof value === 'string' && value !== '',
)

/** Rejects a value that is not a text, and an empty text. */
export const nonEmptyText: Check = (value, at) => {
  text(value, at)
  if (value === '') throw at.wrong('is empty')
}

/** Returns a check for a non-empty list, with a check for each item. */
export const listOfSome =
  (check: Check): Check =>
  (value, at) => {
    const list = assertList(value, at)
    if (list.length === 0) throw at.wrong('is empty', { help: 'give at least one' })
    at.readEach(list, check)
  }

/** Returns a check for one valid value, or a non-empty list of them. */
export const oneOrSome =
  (check: Check): Check =>
  (value, at) =>
    (Array.isArray(value) ? listOfSome(check) : check)(value, at)
