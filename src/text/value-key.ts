import { isObject } from '../ir/json.ts'
import { toJson } from './json.ts'

/** A JSON value as text that is the same for the same value: the keys of an object have no order. */
export const valueKey = (value: unknown): string => toJson(value, sorted)

const sorted = (_: string, item: unknown): unknown =>
  isObject(item) ? Object.fromEntries(Object.entries(item).sort(byKey)) : item

const byKey = ([left]: [string, unknown], [right]: [string, unknown]): number =>
  left < right ? -1 : left > right ? 1 : 0
