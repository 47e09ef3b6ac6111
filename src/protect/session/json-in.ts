/** Returns the object or the list that a text is the JSON of; null for any other text. */
export function jsonIn(text: string): object | null {
  if (!/^\s*[[{]/.test(text)) return null
  try {
    return JSON.parse(text) as object
  } catch {
    return null
  }
}
