import { lifeMargin } from '../../effect/cache/cache.ts'
import type { CacheHandler } from '../../effect/cache/handler.ts'
import { effectKey } from '../../effect/effect.ts'
import type { CachedPrefix, EffectOutcome } from '../../ir/event.ts'
import { type StoredCache, storedCache } from '../../session/unit/stored-cache.ts'

/** A cache that was asked for. */
export interface KnownCache {
  readonly outcome: EffectOutcome
  readonly prefix: CachedPrefix
  /** The cache; null if it could not be made, or is gone. */
  readonly stored: StoredCache | null
  /** Reason that there is none; empty if there is one. */
  readonly why: string
}

/** Returns the key of the work of making a cache. */
export const cacheKey = (handler: CacheHandler, { head, messages, hash, after }: CachedPrefix): string =>
  effectKey('cache', handler, { head, messages, hash, after })

/** Returns the caches of a head that a handler was asked for, oldest first. Outcomes of other handlers and of other keys are none. */
export function cachesOf(
  outcomes: readonly EffectOutcome[],
  handler: CacheHandler,
  head: string,
): readonly KnownCache[] {
  const known = new Map<string, KnownCache>()
  for (const outcome of outcomes) {
    const { prefix, key } = outcome
    if (prefix?.head !== head || outcome.handler !== handler.id || key !== cacheKey(handler, prefix)) continue
    const stored = 'output' in outcome ? storedCache(outcome.output) : null
    const why = 'error' in outcome ? outcome.error : ''
    // A failure after a success says that the cache is gone; a second success is no other cache.
    if (stored === null || !known.has(key)) known.set(key, { outcome, prefix, stored, why })
  }
  return [...known.values()]
}

/** Whether a cache may still be used. */
export const isAlive = ({ stored }: KnownCache, now: number): boolean =>
  stored !== null && stored.expires > now + lifeMargin
