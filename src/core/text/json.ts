import type { JsonValue } from '../ir/json.ts'

/**
 * Returns a value as JSON text; a note in brackets replaces a value that JSON cannot express (a cycle, or nesting that
 * is too deep).
 */
export function toJson(value: unknown, replacer?: (key: string, item: unknown) => unknown): string {
  try {
    return JSON.stringify(value, replacer) ?? 'null'
  } catch {
    return '"[not JSON]"'
  }
}

/** Parses a JSON text and returns the value; `otherwise` if the text is not JSON. */
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

/** Parses a JSON text that is a list; null for any other text, and if `isItem` rejects an item. */
export function parseList<Item>(
  text: string,
  isItem: (value: unknown) => value is Item,
): readonly Item[] | null {
  const value: unknown = parseJson(text)
  return Array.isArray(value) && value.every(isItem) ? value : null
}

const mark = '```'

/** Parses a JSON text, with or without a Markdown fence around it; undefined if it is not JSON. */
export function parseFencedJson(text: string): JsonValue | undefined {
  const whole = text.trim()
  const isFenced = whole.startsWith(mark) && whole.endsWith(mark) && whole.includes('\n')
  const bare = isFenced ? whole.slice(whole.indexOf('\n'), -mark.length) : whole
  return parseJson(bare)
}

/** Returns a key as one step of a JSON pointer. */
export const pointerStep = (key: string): string =>
  `/${/[~/]/.test(key) ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key}`

/**
 * Sets a key as an own property. An assignment to an inherited key would change the prototype (`__proto__`), or throw
 * where the prototype is frozen.
 */
export function setOwnKey(container: object, key: string, value: unknown): void {
  if (key in container && !Object.hasOwn(container, key))
    Object.defineProperty(container, key, { value, enumerable: true, configurable: true, writable: true })
  else (container as Record<string, unknown>)[key] = value
}
