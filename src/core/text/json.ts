import type { JsonValue } from '../ir/json.ts'

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

/** Returns the value that a text is the JSON of; `otherwise` for any other text. */
export function parseJson<Other extends JsonValue | undefined = undefined>(
  text: string,
  otherwise?: Other,
): JsonValue | Other {
  try {
    return JSON.parse(text)
  } catch {
    return otherwise as Other
  }
}

/** Whether a text is JSON. */
export const isJsonText = (text: string): boolean => parseJson(text) !== undefined

/** Returns the list that a text is the JSON of; null for any other text, and for a list with an item that is none. */
export function parseList<Item>(
  text: string,
  isItem: (value: unknown) => value is Item,
): readonly Item[] | null {
  const value: unknown = parseJson(text)
  return Array.isArray(value) && value.every(isItem) ? value : null
}

const mark = '```'

/** Returns the JSON value that a text is, with or without a Markdown fence around it; undefined for another text. */
export function jsonIn(text: string): JsonValue | undefined {
  const whole = text.trim()
  const isFenced = whole.startsWith(mark) && whole.endsWith(mark) && whole.includes('\n')
  const bare = isFenced ? whole.slice(whole.indexOf('\n'), -mark.length) : whole
  return parseJson(bare)
}

/** Returns a key as one step of a JSON pointer. */
export const pointerStep = (key: string): string => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
