/** Kinds of values that contain a user name and a password. */
const kinds = new Set(['connection-string', 'url-password', 'password'])

/**
 * Returns the password inside a value such as `user:password` or a connection string, because it is also secret on its
 * own; null for none.
 */
export function extractPassword(value: string, kind: string): string | null {
  if (!kinds.has(kind)) return null
  const scheme = value.indexOf('://')
  const from = value.indexOf(':', scheme < 0 ? 0 : scheme + 3)
  if (from < 0) return null
  if (scheme < 0) return value.slice(from + 1)
  const path = value.indexOf('/', scheme + 3)
  const end = value.lastIndexOf('@', path < 0 ? value.length : path)
  return end > from ? value.slice(from + 1, end) : null
}
