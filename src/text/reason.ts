/** What was thrown, in words: it need not be an error, nor tell them. */
export function reasonOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.message || error.name) : String(error)
  } catch {
    return 'something that has no words'
  }
}
