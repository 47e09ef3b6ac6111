import { isTooDeep } from '../text/depth.ts'
import { toJson } from '../text/json.ts'
import { plainJson } from '../text/plain-json.ts'

/**
 * Any value as the text of a slot: a string as it is, null as nothing, all else as JSON, where no number (NaN) is null
 * too. What cannot be written is a note in brackets.
 */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value
  try {
    if (isTooDeep(value)) return '[nested too deeply]'
    const plain = plainJson(value) // a date is its text, a whole number without end its digits
    if (typeof plain === 'string') return plain
    const text = toJson(plain)
    return text === 'null' ? '' : text
  } catch {
    return '[not JSON]' // a getter that throws
  }
}
