import { isObject, type JsonValue } from '../../ir/json.ts'
import { object, type Raw } from '../read.ts'

const snake = /^[a-z]+(_[a-z0-9]+)+$/

const camel = (key: string): string =>
  snake.test(key) ? key.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()) : key

/** Values under these keys are a caller's own, and their keys with them. */
const opaqueKeys: ReadonlySet<string> = new Set(['args', 'response', 'partMetadata'])

/**
 * An object with its keys as the client has them, down to a depth: the API takes `function_call` for `functionCall`
 * too. The object itself where all of them are so already.
 */
export function camelKeys(value: unknown, depth: number): Raw {
  const raw = object(value)
  if (isCamel(raw, depth)) return raw
  const entries = Object.entries(raw).map(([key, item]): [string, JsonValue] => {
    const name = camel(key)
    const inner = depth > 0 && isObject(item) && !opaqueKeys.has(name) ? camelKeys(item, depth - 1) : item
    // A key that is there in both spellings stays as it is.
    return [name !== key && Object.hasOwn(raw, name) ? key : name, inner as JsonValue]
  })
  return Object.fromEntries(entries)
}

const isCamel = (raw: Raw, depth: number): boolean =>
  Object.entries(raw).every(
    ([key, item]) =>
      !snake.test(key) && (depth === 0 || opaqueKeys.has(key) || !isObject(item) || isCamel(item, depth - 1)),
  )
