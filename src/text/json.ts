/** A value as JSON text; one that JSON cannot hold (a cycle, a depth beyond the stack) as a note in brackets. */
export function toJson(value: unknown, replacer?: (key: string, item: unknown) => unknown): string {
  try {
    return JSON.stringify(value, replacer) ?? 'null'
  } catch {
    return '"[not JSON]"'
  }
}
