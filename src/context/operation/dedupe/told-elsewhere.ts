import type { Repeat } from '../../../ir/shape.ts'

/** Stands for a result that an earlier one says too. Changing it breaks what models were shown. */
const sameAs = (handle: string): string => `[The same result as before: ${handle}.]`

/** Stands for a result for which a later call asked again. Changing it breaks what models were shown. */
const supersededBy = (handle: string): string =>
  `[Out of date: a later call with the same arguments has the result, ${handle}.]`

/** A repeated result of which the one with this handle tells all. */
export const repeatOf = (which: Repeat['which'], handle: string): Repeat => ({
  which,
  handle,
  text: which === 'exact' ? sameAs(handle) : supersededBy(handle),
})
