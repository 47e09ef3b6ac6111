import { isObject } from '../../core/ir/json.ts'
import { mapKeys } from '../../core/schema/reshape/reshape.ts'

/** Invisible characters, and characters that reorder text: they could hide instructions from people. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu

/** Maximum number of characters: of a tool's description, of one text in its schema, and of the whole schema. */
export const mostCharacters = { description: 2_000, schemaText: 500, schema: 30_000 }

/** Returns a text of a server without invisible characters, and cut to `most` characters. */
export function visibleText(text: string, most: number): string {
  // Line ends are the only control characters that may stay. A text is cut first, because it may be huge.
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

/** Maximum nesting depth of a schema. A deeper schema is rejected. */
const deepest = 24

/** Schema keywords with literal values. Changing such a value would change which arguments are valid. */
const values: ReadonlySet<string> = new Set([
  ...['enum', 'const', 'pattern', 'required', 'dependentRequired', 'type', 'format'],
  ...['$ref', '$id', '$anchor', '$dynamicRef', '$dynamicAnchor'],
])

/** Schema keywords with example values that a model may copy. Texts in these values may have several lines. */
const written: ReadonlySet<string> = new Set(['default', 'examples', 'example'])

/** Schema keywords whose value maps names to schemas. The names in the map are not keywords. */
const maps: ReadonlySet<string> = new Set([...mapKeys, 'dependencies'])

/**
 * Returns a schema with cleaned texts; null if it is too large or too deep, or if a name or literal value contains
 * invisible characters.
 */
export function cleanSchema(schema: object): Record<string, unknown> | null {
  try {
    const cleaned = cleanSchemaNode(schema as Record<string, unknown>, 0)
    return JSON.stringify(cleaned).length > mostCharacters.schema ? null : cleaned
  } catch {
    return null
  }
}

function cleanSchemaNode(node: Record<string, unknown>, depth: number): Record<string, unknown> {
  return mapCheckedValues(node, (item, key) => {
    if (values.has(key)) return assertVisible(item, depth, hasInvisibleCharacters)
    if (written.has(key))
      return assertVisible(item, depth, text => hasInvisibleCharacters(text.replace(/\r?\n/g, ' ')))
    if (maps.has(key) && isObject(item))
      return mapCheckedValues(item, inner => cleanSchemaValue(inner, depth + 2))
    return cleanSchemaValue(item, depth + 1)
  })
}

function cleanSchemaValue(value: unknown, depth: number): unknown {
  if (depth > deepest) throw new RangeError('too deep')
  if (typeof value === 'string') return visibleText(value, mostCharacters.schemaText)
  if (Array.isArray(value)) return value.map(item => cleanSchemaValue(item, depth + 1))
  return isObject(value) ? cleanSchemaNode(value, depth) : value
}

/** Returns an object with each value changed by a function. Throws for a key with invisible characters. */
function mapCheckedValues(
  object: Record<string, unknown>,
  change: (item: unknown, key: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(object).map(([key, item]) => {
      if (hasInvisibleCharacters(key)) throw new TypeError('hidden signs')
      return [key, change(item, key)]
    }),
  )
}

/** Returns a value unchanged. Throws if any text or key in the value has invisible characters. */
function assertVisible(value: unknown, depth: number, isHiding: (text: string) => boolean): unknown {
  if (depth > deepest) throw new RangeError('too deep')
  if (typeof value === 'string' && isHiding(value)) throw new TypeError('hidden signs')
  if (Array.isArray(value)) for (const item of value) assertVisible(item, depth + 1, isHiding)
  else if (isObject(value)) mapCheckedValues(value, item => assertVisible(item, depth + 1, isHiding))
  return value
}

/** Whether a text has invisible characters other than tabs. */
const hasInvisibleCharacters = (text: string): boolean => text.replaceAll('\t', ' ').search(unseen) >= 0
