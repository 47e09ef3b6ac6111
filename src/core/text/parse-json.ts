/** Returns the value that a text is the JSON of; undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the list that a text is the JSON of; null for any other text, and for a list with an item that is none. */
export function parseList<Item>(
  text: string,
  isItem: (value: unknown) => value is Item,
): readonly Item[] | null {
  const value = parseJson(text)
  return Array.isArray(value) && value.every(isItem) ? value : null
}
