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

/** Keywords whose values mean what they are: to change one would change which arguments are valid. */
const values: ReadonlySet<string> = new Set([
  'enum',
  'const',
  'pattern',
  'default',
  'examples',
  'required',
  '$ref',
])

/**
 * Returns a schema with clean texts; null if it is too large or too deep to be sent, or if a name or a value in it has signs
 * that nobody sees.
 */
export function cleanSchema(schema: object): Record<string, unknown> | null {
  try {
    const cleaned = cleanedValue(schema, 0) as Record<string, unknown>
    return JSON.stringify(cleaned).length > mostCharacters.schema ? null : cleaned
  } catch {
    return null
  }
}

function cleanedValue(value: unknown, depth: number): unknown {
  if (depth > deepest) throw new RangeError('too deep')
  if (typeof value === 'string') return cleanText(value, mostCharacters.schemaText)
  if (Array.isArray(value)) return value.map(item => cleanedValue(item, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const kept = values.has(key) ? item : cleanedValue(item, depth + 1)
      if (hidesSigns(key) || (values.has(key) && hidesSigns(JSON.stringify(item) ?? '')))
        throw new TypeError('hidden signs')
      return [key, kept]
    }),
  )
}

/** Whether a text has signs that nobody sees. */
const hidesSigns = (text: string): boolean => text.search(unseen) >= 0
