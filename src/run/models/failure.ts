import { isObject } from '../../core/ir/json.ts'
import { reasonOf } from '../../core/text/reason.ts'
import { retryAfterOf } from './retry-after.ts'

/** Facts about a failed model call, read from the error of any client. */
export interface Failure {
  readonly reason: string
  /** Whether an equal call may succeed later. */
  readonly isPassing: boolean
  /** Whether the provider refused the call because it gets too many, or too large ones. */
  readonly isRefused: boolean
  /** Milliseconds to wait before the next attempt, as the provider asks; null if it does not ask. */
  readonly retryAfter: number | null
}

type Fields = Readonly<Record<string, unknown>>

/** HTTP statuses of calls that may succeed later. All statuses from 500 on count too. */
const passing: ReadonlySet<unknown> = new Set([408, 409, 425, 429])

/** Error codes for temporary errors that providers send inside a stream, after status 200. */
const passingCodes =
  /^(overloaded|rate_limit|api_error|timeout|server_error|internal|unavailable|deadline|resource_exhausted|aborted|stream_ended)/i

/** Error codes for a limit that does not end by waiting, such as an unpaid bill. */
const lasting = /insufficient_quota|billing|credit|access_terminated|payment/i

/** Reason of a call that is larger than the limit of a minute. OpenAI sends it with status 429. */
const tooLarge = /request too large/i

/** Names and codes of network errors: of Node, undici and the official clients. */
const network =
  /^(E(CONN(RESET|REFUSED|ABORTED)|TIMEDOUT|PIPE|AI_AGAIN|HOSTUNREACH|NETUNREACH)|UND_ERR_\w+|APIConnection(Timeout)?Error|FetchError|TimeoutError)$/

/** Reads a call's error: of `openai`, `@anthropic-ai/sdk`, `@google/genai`, the AI SDK, `fetch`, or a `ModelError`. */
export function readFailure(error: unknown): Failure {
  const reason = reasonOf(error)
  const status = httpStatusOf(error)
  const advice = responseHeader(error, 'x-should-retry')
  return {
    reason,
    isPassing: advice === 'true' || (advice !== 'false' && maySucceedLater(error, status, reason)),
    isRefused: isTooMany(error, status, reason),
    retryAfter: retryAfterOf(name => responseHeader(error, name), reason),
  }
}

function maySucceedLater(error: unknown, status: number | undefined, reason: string): boolean {
  const codes = errorCodesOf(error)
  if (codes.some(code => lasting.test(code)) || tooLarge.test(reason)) return false
  if (status !== undefined) return passing.has(status) || status >= 500
  // The stream contained incomplete JSON. Another attempt may succeed.
  if (error instanceof SyntaxError) return true
  return (
    codes.some(code => passingCodes.test(code) || network.test(code)) ||
    /fetch failed|terminated/.test(reason)
  )
}

/** HTTP statuses of a provider that gets too many calls, or that is overloaded. */
const tooMany: ReadonlySet<unknown> = new Set([429, 529])

function isTooMany(error: unknown, status: number | undefined, reason: string): boolean {
  const codes = errorCodesOf(error)
  if (codes.some(code => lasting.test(code)) || tooLarge.test(reason)) return false
  return tooMany.has(status) || codes.some(code => /^(overloaded|rate_limit|resource_exhausted)/i.test(code))
}

/** Returns the names, codes and types in an error, in its causes and in the provider's error body. */
function errorCodesOf(error: unknown): readonly string[] {
  const found: string[] = []
  const open: unknown[] = [error]
  for (let depth = 0; open.length > 0 && depth < 12; depth++) {
    const next = open.pop()
    if (!isObject(next)) continue
    for (const key of ['code', 'type', 'name', 'status']) {
      const word = readFieldSafely(next, key)
      if (typeof word === 'string') found.push(word)
    }
    open.push(readFieldSafely(next, 'cause'), readFieldSafely(next, 'error'))
  }
  return found
}

/** Returns a field of an error; undefined if its getter throws. */
function readFieldSafely(value: unknown, key: string): unknown {
  try {
    return (value as Fields | null | undefined)?.[key]
  } catch {
    return undefined
  }
}

/** Returns the HTTP status of an error. In a stream, gateways report the status as the error's code. */
function httpStatusOf(error: unknown): number | undefined {
  const status = numberFieldOf(error, 'status') ?? numberFieldOf(error, 'statusCode')
  const code = numberFieldOf(error, 'code') ?? numberFieldOf(readFieldSafely(error, 'error'), 'code')
  return status ?? (code !== undefined && code >= 400 && code < 600 ? code : undefined)
}

const numberFieldOf = (error: unknown, key: string): number | undefined => {
  const value = readFieldSafely(error, key)
  return typeof value === 'number' ? value : undefined
}

/** Returns a header of the HTTP response that caused an error; null if there is none. */
function responseHeader(error: unknown, name: string): string | null {
  const headers = readFieldSafely(error, 'headers') ?? readFieldSafely(error, 'responseHeaders')
  if (headers instanceof Headers) return headers.get(name)
  const value = readFieldSafely(headers, name)
  return typeof value === 'string' ? value : null
}

/** HTTP statuses with which providers reject a cache that no longer exists. */
const refusals: ReadonlySet<unknown> = new Set([403, 404])

/**
 * Whether a call failed because the cache in its request no longer exists: `CachedContent not found (or permission
 * denied)`, with 403 or 404. Counts all failures with these statuses, because the next call, without the cache, shows
 * any other cause.
 */
export const isCacheRefused = (error: unknown): boolean => {
  const reason = reasonOf(error)
  return (
    refusals.has(httpStatusOf(error)) ||
    (/cached? ?content/i.test(reason) && /not found|expired/i.test(reason))
  )
}
