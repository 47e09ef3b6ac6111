import { toJson } from '../../text/json.ts'

/** Text that replaces a text on which a detector failed, or which no detector has checked yet. */
export const uncheckedText = '[withheld: it could not be checked]'

/** Whether a value contains the text that replaces withheld texts. */
export const isWithheld = (value: unknown): boolean =>
  value !== undefined && toJson(value).includes(uncheckedText)
