/** Returns `String(value)`, even for an object that throws when converted to a string, such as `{ toString: 1 }`. */
export function safeString(value: unknown): string {
  try {
    return String(value)
  } catch {
    return '[object Object]'
  }
}

/** Returns the message of a thrown value, which need not be an error or have a message. */
export function reasonOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.message || error.name) : String(error)
  } catch {
    return 'something that has no words'
  }
}
