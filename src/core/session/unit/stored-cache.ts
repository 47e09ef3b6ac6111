import { isObject } from '../../ir/json.ts'
import { parseJson } from '../../text/json.ts'

/** Prompt cache at the provider, as the output of an effect describes it. */
export interface StoredCache {
  /** Name by which requests refer to the prompt cache. */
  readonly name: string
  /** Time at which the provider deletes the prompt cache, in milliseconds since 1970. */
  readonly expires: number
  /** Number of tokens in the prompt cache. */
  readonly tokens: number
}

/** Maximum number of characters in the name of a cache. */
const longest = 512

/** Latest time that a JavaScript date can represent. */
const lastTime = 8.64e15

/**
 * Whether a value is a valid cache name. A name may contain only visible ASCII characters, because it is sent
 * unescaped.
 */
export const isCacheName = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= longest && /^[\x21-\x7e]+$/.test(value)

/** Whether a value is a time in milliseconds since 1970. */
export const isMoment = (value: unknown): value is number =>
  typeof value === 'number' && value > 0 && value <= lastTime

/** Reads a prompt cache from the output of an effect; null if the text does not describe a cache. */
export function readStoredCache(output: string): StoredCache | null {
  const value = parseJson(output)
  if (!isObject(value)) return null
  const { name, expires, tokens } = value
  if (!isCacheName(name) || !isMoment(expires)) return null
  return Number.isSafeInteger(tokens) && (tokens as number) >= 0
    ? { name, expires, tokens: tokens as number }
    : null
}
