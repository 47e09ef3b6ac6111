/**
 * Returns a value as JSON text; a note in brackets replaces a value that JSON cannot hold (a cycle, a depth beyond the
 * stack).
 */
export function toJson(value: unknown, replacer?: (key: string, item: unknown) => unknown): string {
  try {
    return JSON.stringify(value, replacer) ?? 'null'
  } catch {
    return '"[not JSON]"'
  }
}
