import type { Native } from '../ir/extra.ts'
import { isObject, type JsonObject, type JsonValue } from '../ir/json.ts'
import { isTooDeep } from '../text/depth.ts'

/**
 * Known fields of reasoning, built-in calls and their outputs, in any API. A target writes these fields, or reports
 * that the whole item was dropped.
 */
const usual: ReadonlySet<string> = new Set(
  (
    'type id status role text summary content encrypted_content thinking signature data thought thoughtSignature ' +
    'providerOptions reasoning_content reasoning reasoning_details thinking_blocks call_id action operation output'
  ).split(' '),
)

/** Known fields that contain a string in every API. If such a field contains another type, no API accepts it. */
const strings: ReadonlySet<string> = new Set(
  'type id status role text encrypted_content thinking signature data thoughtSignature call_id'.split(' '),
)

/** Fields that contain reasoning as a list of pieces, and the known fields of such a piece. */
const inPieces: ReadonlySet<string> = new Set(['summary', 'content', 'thinking_blocks', 'reasoning_details'])
const ofPiece: ReadonlySet<string> = new Set(
  'type text thinking signature data summary id format index'.split(' '),
)

/** Returns the values in a field that no target writes: the whole value, or the unknown fields of its pieces. */
function unusualValues([key, value]: [string, JsonValue | undefined]): readonly unknown[] {
  if (!usual.has(key) || (strings.has(key) && typeof value !== 'string')) return [value]
  if (!inPieces.has(key) || !Array.isArray(value)) return []
  return value.flatMap(piece =>
    isObject(piece) ? Object.entries(piece).flatMap(([name, item]) => (ofPiece.has(name) ? [] : [item])) : [],
  )
}

/**
 * Returns the names of a sent item's fields that were not written although they have values, because only another API,
 * or no API, accepts them.
 */
export function nativeFieldsLost(native: Native | undefined, written: () => string): string[] {
  const payload: JsonObject = native?.payload ?? {}
  const found = Object.entries(payload).map(field => [field[0], unusualValues(field)] as const)
  return found.flatMap(([key, values]) =>
    values.length > 0 &&
    !isTooDeep(values) &&
    !escapedStringsIn(values).every(text => written().includes(text))
      ? [key]
      : [],
  )
}

/** Returns all strings in a value, escaped as in JSON. */
function escapedStringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [JSON.stringify(value).slice(1, -1)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(escapedStringsIn) : []
}
