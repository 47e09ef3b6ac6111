import type { Repeat } from '../../../ir/shape.ts'

/**
 * Text that replaces a result that repeats an earlier result. If this text changes, the prefixes of earlier requests
 * change too.
 */
const exactRepeatText = (handle: string): string => `[The same result as before: ${handle}.]`

/**
 * Text that replaces a result that differs from an earlier result only in white space and case. If this text changes,
 * the prefixes of earlier requests change too.
 */
const alikeRepeatText = (handle: string): string =>
  `[The same result as before, up to blanks and case: ${handle}.]`

/**
 * Text that replaces a result that a later call made outdated. If this text changes, the prefixes of earlier requests
 * change too.
 */
const supersededText = (handle: string): string =>
  `[Out of date: a later call with the same arguments has the result, ${handle}.]`

const texts = { exact: exactRepeatText, alike: alikeRepeatText, superseded: supersededText } as const

/** Returns the text that replaces a result. It refers with `handle` to the result that contains the content. */
export const makeRepeat = (which: Repeat['which'], handle: string): Repeat => ({
  which,
  handle,
  text: texts[which](handle),
})
