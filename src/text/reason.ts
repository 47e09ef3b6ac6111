/** Returns the message of a thrown value as text: the value need not be an error, nor have a message. */
export function reasonOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.message || error.name) : String(error)
  } catch {
    return 'something that has no words'
  }
}
