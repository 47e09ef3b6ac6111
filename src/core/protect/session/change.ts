import { toJson } from '../../text/json.ts'

/** Text that replaces a text on which a detector failed, or which no detector has checked yet. */
export const uncheckedText = '[withheld: it could not be checked]'

/** Whether a value contains the text that replaces withheld texts. */
export const isWithheld = (value: unknown): boolean =>
  value !== undefined && toJson(value).includes(uncheckedText)

/**
 * Use of a value: `data` of the user; a `record`, whose top-level field names belong to a format; a `copy`, in a
 * provider's form, of text that the part contains elsewhere; or a `name`, which is shown without waiting for async
 * detectors.
 */
export type ChangeUse = 'data' | 'record' | 'copy' | 'name'

/** Function that changes a text or a JSON value of a part. It is called for every text that a request may contain. */
export type ChangeValue = <Value>(value: Value, use: ChangeUse) => Value
