import { isObject } from '../../ir/json.ts'
import { parseJson } from '../../text/json.ts'

/** A cache of the provider as the output of an effect. */
export interface StoredCache {
  /** Name by which requests read from it. */
  readonly name: string
  /** Time at which the provider deletes it, in milliseconds since 1970. */
  readonly expires: number
  /** Tokens that it holds. */
  readonly tokens: number
}

/** Most characters of a name. */
const longest = 512

/** Last moment that a date can be. */
const lastTime = 8.64e15

/** Whether a value is the name of a cache: visible ASCII, because it is sent in a field that nothing escapes. */
export const isCacheName = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= longest && /^[\x21-\x7e]+$/.test(value)

/** Whether a value is a moment, in milliseconds since 1970. */
export const isMoment = (value: unknown): value is number =>
  typeof value === 'number' && value > 0 && value <= lastTime

/** Reads the output of a cache; null for a text that is none. */
export function storedCache(output: string): StoredCache | null {
  const value = parseJson(output)
  if (!isObject(value)) return null
  const { name, expires, tokens } = value
  if (!isCacheName(name) || !isMoment(expires)) return null
  return Number.isSafeInteger(tokens) && (tokens as number) >= 0
    ? { name, expires, tokens: tokens as number }
    : null
}
