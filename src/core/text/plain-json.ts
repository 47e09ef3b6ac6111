/**
 * Returns a value in the form that it has after a JSON round trip: the result of `toJSON` for a date or a URL, digits
 * for a bigint. Plain values are returned unchanged. A note in brackets replaces a value that JSON cannot express. The
 * value must not be nested too deeply.
 */
export function plainJson(value: unknown): unknown {
  if (isPlain(value, typeof value === 'object' && value !== null ? new Set() : none)) return value
  try {
    return JSON.parse(JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? String(item) : item)))
  } catch {
    return '[not JSON]'
  }
}

const none = new Set<object>()

function isPlain(value: unknown, seen: Set<object>): boolean {
  if (typeof value !== 'object' || value === null)
    return typeof value !== 'bigint' && typeof value !== 'function'
  if (seen.has(value)) return true
  seen.add(value)
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return false
  return Object.values(value).every(item => isPlain(item, seen))
}
