import type { JsonValue } from '../ir/json.ts'
import { frozenJson } from './json-value.ts'
import { readEntries } from './key.ts'

/** Keys with the values that the program gives them, copied: what the caller does to its object later changes nothing. */
export function readValues(
  values: Readonly<Record<string, JsonValue>>,
  step: string,
): readonly (readonly [string, JsonValue])[] {
  return readEntries(values, step).map(([key, value]) => {
    try {
      return [key, frozenJson(value)]
    } catch (error) {
      throw new TypeError(`${step}: the value of '${key}' ${(error as Error).message}`, { cause: error })
    }
  })
}
