import type { ToolCallPart } from '../ir/call.ts'
import { isObject, type JsonObject, type JsonValue } from '../ir/json.ts'
import { isTooDeep } from '../text/depth.ts'
import { parseJson, toJson } from '../text/json.ts'
import { argumentsKey, freeformKey, invalidJsonKey } from './repairs.ts'

/** Arguments of a call in a request, as a value and as JSON text. */
export interface Arguments {
  readonly value: JsonObject
  readonly text: string
  /** Whether the arguments differ from those that the model wrote. */
  readonly repaired: boolean
}

function parseArguments(text: string): JsonValue | undefined {
  const value = parseJson(text)
  return isTooDeep(value) || (mayOverflow.test(text) && isTooLarge(value)) ? undefined : value
}

/** Text that may contain a number that JSON.parse reads as infinity: one with an exponent, or with many digits. */
const mayOverflow = /\d[eE]|\d{300}/

/**
 * Whether a value contains a number that JSON writes as null (infinity). The JSON text would then differ from the
 * value.
 */
function isTooLarge(value: unknown): boolean {
  const seen = new Set<unknown>()
  const left: unknown[] = [value]
  while (left.length > 0) {
    const one = left.pop()
    if (typeof one === 'number' && !Number.isFinite(one)) return true
    if (typeof one !== 'object' || one === null || seen.has(one)) continue
    seen.add(one)
    for (const inner of Object.values(one)) left.push(inner)
  }
  return false
}

const repairedArguments = (value: JsonObject): Arguments => ({ value, text: toJson(value), repaired: true })

/** Returns a call's arguments as an object, even if the model wrote another type. `__proto__` is an ordinary key. */
export function readArguments(part: ToolCallPart): Arguments {
  const given = part.arguments
  if (part.freeform) {
    const value = { [freeformKey]: given }
    return { value, text: toJson(value), repaired: false }
  }
  if (typeof given !== 'string') {
    if (isTooDeep(given) || isTooLarge(given)) return repairedArguments({ [invalidJsonKey]: toJson(given) })
    return isObject(given)
      ? { value: given as JsonObject, text: toJson(given), repaired: false }
      : repairedArguments({ [argumentsKey]: given })
  }
  if (given === '') return { value: {}, text: '{}', repaired: false }
  const value = parseArguments(given)
  if (value === undefined) return repairedArguments({ [invalidJsonKey]: given })
  if (!isObject(value)) return repairedArguments({ [argumentsKey]: value })
  return { value: value as JsonObject, text: given, repaired: false }
}
