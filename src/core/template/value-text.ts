import { isTooDeep } from '../text/depth.ts'
import { toJson } from '../text/json.ts'
import { plainJson } from '../text/plain-json.ts'

/**
 * Returns any value as text for a slot: a string unchanged, null and non-finite numbers as an empty text, everything
 * else as JSON. A note in brackets replaces a value that JSON cannot express.
 */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value
  try {
    if (isTooDeep(value)) return '[nested too deeply]'
    const plain = plainJson(value) // text for a date, digits for a bigint
    if (typeof plain === 'string') return plain
    const text = toJson(plain)
    return text === 'null' ? '' : text
  } catch {
    return '[not JSON]' // a getter threw
  }
}
