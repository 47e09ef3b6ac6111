/**
 * The value as JSON would carry it: what knows its own JSON (a date, an address) is that, a whole number beyond all others
 * its digits. Plain values come back as they are. What cannot be written is a note in brackets. Not for what is nested
 * too deeply.
 */
export function plainJson(value: unknown): unknown {
  if (isPlain(value, new Set())) return value
  try {
    return JSON.parse(JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? String(item) : item)))
  } catch {
    return '[not JSON]'
  }
}

function isPlain(value: unknown, seen: Set<object>): boolean {
  if (typeof value !== 'object' || value === null)
    return typeof value !== 'bigint' && typeof value !== 'function'
  if (seen.has(value)) return true
  seen.add(value)
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return false
  return Object.values(value).every(item => isPlain(item, seen))
}
