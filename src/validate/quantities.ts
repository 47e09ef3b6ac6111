import { assertList, type Check, check, text } from './check.ts'

/** A whole number of something, 1 or more. */
export const someOf = (what: string): Check =>
  check(`a whole number of ${what}, 1 or more`, value => Number.isInteger(value) && (value as number) >= 1)

/** The same, or 0. */
export const numberOf = (what: string): Check =>
  check(`a whole number of ${what}`, value => Number.isInteger(value) && (value as number) >= 0)

export const tokens = someOf('tokens')

/** A text that is not empty. */
export const nonEmptyText: Check = (value, at) => {
  text(value, at)
  if (value === '') throw at.wrong('is empty')
}

/** A list that is not empty, and whatever is to hold for each of its items. */
export const listOfSome =
  (check: Check): Check =>
  (value, at) => {
    const list = assertList(value, at)
    if (list.length === 0) throw at.wrong('is empty', { help: 'give one at least' })
    at.each(list, check)
  }

/** One of them, or a list of some. */
export const oneOrSome =
  (check: Check): Check =>
  (value, at) =>
    (Array.isArray(value) ? listOfSome(check) : check)(value, at)
