import type { Repeat } from '../../../ir/shape.ts'

/**
 * Text that replaces a result that repeats an earlier result. A change of this text breaks prefixes that were already
 * sent.
 */
const exactRepeatText = (handle: string): string => `[The same result as before: ${handle}.]`

/**
 * Text that replaces a result that is like an earlier result, apart from blanks and case. A change of this text breaks
 * prefixes that were already sent.
 */
const alikeRepeatText = (handle: string): string =>
  `[The same result as before, up to blanks and case: ${handle}.]`

/**
 * Text that replaces a result that a later call made outdated. A change of this text breaks prefixes that were already
 * sent.
 */
const supersededText = (handle: string): string =>
  `[Out of date: a later call with the same arguments has the result, ${handle}.]`

const texts = { exact: exactRepeatText, alike: alikeRepeatText, superseded: supersededText } as const

/** Returns the reference that replaces a result; `handle` refers to the result that contains the content. */
export const makeRepeat = (which: Repeat['which'], handle: string): Repeat => ({
  which,
  handle,
  text: texts[which](handle),
})
