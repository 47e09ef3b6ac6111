/** Signs that nobody sees, or that move others: words for the model that no person would notice. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu

/** Most characters of a description, and of the keys and texts of a tool's schema together. */
export const mostCharacters = { description: 2_000, schemaText: 500, schema: 30_000 }

/** Returns a server's text without signs that are not seen, cut to a number of characters. */
export function cleanText(text: string, most: number): string {
  // A line end is the one control that a description may have. The text is cut first: it may be of any length.
  const seen = text
    .slice(0, 2 * most)
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map(line => line.replaceAll('\t', ' ').replace(unseen, ''))
    .join('\n')
    .trim()
  const letters = [...seen]
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : seen
}

/** Depth of a schema below which nothing is read. */
const deepest = 24

/** Returns a schema with clean texts; null if it is too large or too deep to be sent. */
export function cleanSchema(schema: object): Record<string, unknown> | null {
  try {
    const cleaned = cleaned_(schema, 0) as Record<string, unknown>
    return JSON.stringify(cleaned).length > mostCharacters.schema ? null : cleaned
  } catch {
    return null
  }
}

function cleaned_(value: unknown, depth: number): unknown {
  if (depth > deepest) throw new RangeError('too deep')
  if (typeof value === 'string') return cleanText(value, mostCharacters.schemaText)
  if (Array.isArray(value)) return value.map(item => cleaned_(item, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cleaned_(item, depth + 1)]))
}
