import type { JsonValue } from '../ir/json.ts'

/** A copy of what a session holds that nobody can change, for functions of the program. It is taken to be JSON. */
export function frozenCopy(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy))
  return Object.freeze(
    Object.fromEntries(Object.entries(value).map(([key, item]) => [key, item && frozenCopy(item)])),
  )
}
