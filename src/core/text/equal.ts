import { isObject, type JsonObject } from '../ir/json.ts'
import { deepest } from './depth.ts'
import { toJson } from './json.ts'

/** Returns a JSON text that is equal for equal values, independent of the order of keys. */
export const valueKey = (value: unknown): string => toJson(value, sortObjectKeys)

const sortObjectKeys = (_: string, item: unknown): unknown =>
  isObject(item) ? Object.fromEntries(Object.entries(item).sort(compareEntryKeys)) : item

const compareEntryKeys = ([left]: [string, unknown], [right]: [string, unknown]): number =>
  left < right ? -1 : left > right ? 1 : 0

/** Returns the fields of `after` that differ from those of `before`, with null for those that are gone. */
export const changedFields = (before: JsonObject, after: JsonObject): JsonObject =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter(name => !isEqual(before[name], after[name]))
      .map(name => [name, after[name] ?? null]),
  )

/** Whether two values are equal as JSON, independent of the order of keys. */
export function isEqual(one: unknown, other: unknown, depth = 0): boolean {
  if (depth > deepest) return false
  if (Array.isArray(one))
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => isEqual(item, other[index], depth + 1))
    )
  if (!isObject(one) || !isObject(other)) return one === other
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every(key => Object.hasOwn(other, key) && isEqual(one[key], other[key], depth + 1))
  )
}
