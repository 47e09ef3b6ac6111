import { toJson } from '../../text/json.ts'

/** Text that replaces one that a detector failed on, or has not looked at yet. */
export const uncheckedText = '[withheld: it could not be checked]'

/** Whether a value holds a text that was withheld. */
export const isWithheld = (value: unknown): boolean =>
  value !== undefined && toJson(value).includes(uncheckedText)
