import { usualLife } from '../../effect/cache/cache.ts'
import type { CacheHandler } from '../../effect/cache/handler.ts'
import type { PlannedCache } from '../../ir/plan.ts'
import type { ExplicitCaching } from '../../target/target.ts'
import type { Setup } from '../contract/setup.ts'
import type { History } from '../fit/choice.ts'
import { isAlive, type KnownCache } from './known-caches.ts'

/** Request, with everything needed to decide how many of its messages a cache may replace. */
export interface Cuttable {
  readonly caching: ExplicitCaching
  readonly handler: CacheHandler
  readonly setup: Setup
  readonly history: History
  /** The whole request. */
  readonly request: object
  readonly messages: readonly object[]
  /** Hashes of the request's prefixes, by their number of messages. */
  readonly hashes: readonly string[]
  readonly known: readonly KnownCache[]
  readonly now: number
}

/**
 * Whether a cache may end before a message. The message must begin a conversation unit, and the provider must accept it
 * as a first message.
 */
function mayCacheEndBefore({ caching, history, messages }: Cuttable, at: number): boolean {
  const message = messages[at]
  return (
    message !== undefined &&
    caching.begins(message) &&
    history.sent.some(({ messages: [first] }) => first === message)
  )
}

/** Returns the last message before which a cache may end; null if there is none. */
function lastCacheEnd(cuttable: Cuttable): number | null {
  for (let at = cuttable.messages.length - 1; at >= 0; at--) if (mayCacheEndBefore(cuttable, at)) return at
  return null
}

/** Returns the longest valid cache that contains a prefix of the request; null if there is none. */
export function longestCache(cuttable: Cuttable): KnownCache | null {
  const { known, hashes, now } = cuttable
  let longest: KnownCache | null = null
  for (const each of known) {
    const { messages, hash } = each.prefix
    const isLonger = longest === null || messages >= longest.prefix.messages
    if (isLonger && isAlive(each, now) && hashes[messages] === hash && mayCacheEndBefore(cuttable, messages))
      longest = each
  }
  return longest
}

/**
 * Returns the request's prefix for comparison with the next request; null if no cache could contain a prefix of this
 * request.
 */
export function plannedCacheOf(
  cuttable: Cuttable,
  earlier: PlannedCache | undefined,
  isSteady: boolean,
): PlannedCache | null {
  const messages = lastCacheEnd(cuttable)
  if (messages === null) return null
  const { hashes, now, handler } = cuttable
  const { ttl = usualLife } = handler
  // A cache expires during a pause longer than its lifetime. So requests before the pause do not show how many requests
  // would read from a new cache.
  const isAfterPause = earlier !== undefined && now - earlier.last > ttl * 1000
  const before = isSteady && !isAfterPause ? earlier : undefined
  return {
    messages,
    hash: hashes[messages] as string,
    requests: (before?.requests ?? 0) + 1,
    since: Math.min(before?.since ?? now, now),
    last: now,
  }
}

/** Whether a request begins with the prefix recorded for the previous request. */
export const isSteadyAfter = (cuttable: Cuttable, earlier: PlannedCache | undefined): boolean =>
  earlier !== undefined &&
  cuttable.hashes[earlier.messages] === earlier.hash &&
  mayCacheEndBefore(cuttable, earlier.messages)
