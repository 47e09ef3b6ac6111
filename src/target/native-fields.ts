import type { Native } from '../ir/extra.ts'
import { isObject, type JsonObject, type JsonValue } from '../ir/json.ts'
import { isTooDeep } from '../text/depth.ts'

/** Fields of a thought, a built-in call and its output in the form of each API: targets write them, or name the whole. */
const usual: ReadonlySet<string> = new Set(
  (
    'type id status role text summary content encrypted_content thinking signature data thought thoughtSignature ' +
    'providerOptions reasoning_content reasoning reasoning_details thinking_blocks call_id action operation output'
  ).split(' '),
)

/** Fields that hold a thought in pieces, and the fields of a piece. */
const inPieces: ReadonlySet<string> = new Set(['summary', 'content', 'thinking_blocks', 'reasoning_details'])
const ofPiece: ReadonlySet<string> = new Set(
  'type text thinking signature data summary id format index'.split(' '),
)

/** Returns the values of a field that are not usual ones. */
function unusual([key, value]: [string, JsonValue | undefined]): readonly unknown[] {
  if (!usual.has(key)) return [value]
  if (!inPieces.has(key) || !Array.isArray(value)) return []
  return value.flatMap(piece =>
    isObject(piece) ? Object.entries(piece).flatMap(([name, item]) => (ofPiece.has(name) ? [] : [item])) : [],
  )
}

/** Fields of a thought or a call that is sent, of which something is not: no API has a place for them, or another has. */
export function nativeFieldsLost(native: Native | undefined, written: () => string): string[] {
  const payload: JsonObject = native?.payload ?? {}
  const found = Object.entries(payload).map(field => [field[0], unusual(field)] as const)
  return found.flatMap(([key, values]) =>
    values.length > 0 && !isTooDeep(values) && !textsIn(values).every(text => written().includes(text))
      ? [key]
      : [],
  )
}

/** The strings of a value as JSON has them. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [JSON.stringify(value).slice(1, -1)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
