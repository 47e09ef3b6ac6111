import { isObject } from '../ir/json.ts'
import { toJson } from './json.ts'

/** Returns a JSON value as text that is equal for equal values: the order of keys does not matter. */
export const valueKey = (value: unknown): string => toJson(value, sorted)

const sorted = (_: string, item: unknown): unknown =>
  isObject(item) ? Object.fromEntries(Object.entries(item).sort(byKey)) : item

const byKey = ([left]: [string, unknown], [right]: [string, unknown]): number =>
  left < right ? -1 : left > right ? 1 : 0
