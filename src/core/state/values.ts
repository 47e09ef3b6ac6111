import { Path } from '../form/path.ts'
import type { JsonValue } from '../ir/json.ts'
import { frozenJson } from '../text/json-value.ts'
import { readEntries } from './key.ts'

/** Reads keys and copies their values, frozen, so that later changes to the caller's object have no effect. */
export function readValues(
  values: Readonly<Record<string, JsonValue>>,
  step: string,
): readonly (readonly [string, JsonValue])[] {
  return readEntries(values, step).map(([key, value]) => {
    try {
      return [key, frozenJson(value)]
    } catch (error) {
      throw Path.named(step)
        .in(key)
        .wrong((error as Error).message, { cause: error })
    }
  })
}
