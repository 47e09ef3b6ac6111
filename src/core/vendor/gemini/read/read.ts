import { objectOr, type Raw } from '../../../from/read.ts'
import { isObject, type JsonValue } from '../../../ir/json.ts'

const snake = /^[a-z]+(_[a-z0-9]+)+$/

const camel = (key: string): string =>
  snake.test(key) ? key.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()) : key

/** Keys whose values are the caller's own data, so that keys inside these values are not renamed. */
const opaqueKeys: ReadonlySet<string> = new Set(['args', 'response', 'partMetadata'])

/**
 * Returns an object with the client's camelCase keys, down to a depth, because the API also accepts snake_case
 * (`function_call`). Returns the object itself if all its keys are camelCase.
 */
export function camelKeys(value: unknown, depth: number): Raw {
  const raw = objectOr(value)
  if (isCamel(raw, depth)) return raw
  const entries = Object.entries(raw).map(([key, item]): [string, JsonValue] => {
    const name = camel(key)
    const inner = depth > 0 && isObject(item) && !opaqueKeys.has(name) ? camelKeys(item, depth - 1) : item
    // If an object has a key in both spellings, both are kept.
    return [name !== key && Object.hasOwn(raw, name) ? key : name, inner as JsonValue]
  })
  return Object.fromEntries(entries)
}

const isCamel = (raw: Raw, depth: number): boolean =>
  Object.entries(raw).every(
    ([key, item]) =>
      !snake.test(key) && (depth === 0 || opaqueKeys.has(key) || !isObject(item) || isCamel(item, depth - 1)),
  )
