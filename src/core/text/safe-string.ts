/**
 * Returns `String(value)` of content, which may be an object that throws when it is turned into a string:
 * `{ toString: 1 }`.
 */
export function safeString(value: unknown): string {
  try {
    return String(value)
  } catch {
    return '[object Object]'
  }
}
