import { Path } from '../../form/path.ts'
import type { JsonValue } from '../../ir/json.ts'
import type { ResultContent } from '../../ir/result.ts'
import { assertPart } from '../../session/assert-part.ts'

/**
 * Returns a tool's return value as content: a string becomes text, a list of content parts stays unchanged, and any
 * other value becomes JSON.
 */
export function toResultContent(value: unknown): readonly ResultContent[] {
  if (value === undefined || value === null) return []
  if (typeof value === 'string') return [{ kind: 'text', text: value }]
  if (isContent(value)) return value.map(withPlainValue)
  const part = { kind: 'data', value: toPlainJson(value) } as const
  assertPart(part, 'the result')
  return [part]
}

const kinds = new Set(['text', 'data', 'file'])

/** Whether a value is a list of valid content parts. A tool that returns files returns such a list. */
export const isContent = (value: unknown): value is readonly ResultContent[] =>
  Array.isArray(value) && value.length > 0 && value.every(isPart)

/** Returns a part whose value is plain JSON. */
export const withPlainValue = (part: ResultContent): ResultContent =>
  part.kind === 'data' ? { ...part, value: toPlainJson(part.value) } : part

function isPart(value: unknown): boolean {
  try {
    assertPart(value, 'the result')
    return kinds.has((value as { readonly kind: string }).kind)
  } catch {
    return false
  }
}

/** Converts a value to plain JSON. Throws for a value without a JSON form, such as a cycle. */
export function toPlainJson(value: unknown): JsonValue {
  const text = JSON.stringify(value, (_, item: unknown) => toReadableValue(item))
  if (text === undefined)
    throw Path.named('the tool').wrong(`returned a ${typeof value}, which JSON cannot hold`)
  return JSON.parse(text) as JsonValue
}

/** Returns a readable form of a value that `JSON.stringify` would write as an empty object. */
function toReadableValue(item: unknown): unknown {
  if (typeof item === 'bigint') return String(item)
  if (item instanceof Error) return { error: item.message }
  if (item instanceof Map) return Object.fromEntries(item)
  return item instanceof Set ? [...item] : item
}
