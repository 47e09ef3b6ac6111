import { lifeMargin } from '../../effect/cache/cache.ts'
import type { CacheHandler } from '../../effect/cache/handler.ts'
import { effectKey } from '../../effect/effect.ts'
import type { CachedPrefix, EffectOutcome } from '../../ir/event.ts'
import { readStoredCache, type StoredCache } from '../../session/unit/stored-cache.ts'

/** Explicit cache that a handler was asked to create. */
export interface KnownCache {
  readonly outcome: EffectOutcome
  readonly prefix: CachedPrefix
  /** Cache at the provider; null if the handler could not create it, or if it no longer exists. */
  readonly stored: StoredCache | null
  /** Reason why there is no cache; empty if there is a cache. */
  readonly why: string
}

/** Returns the key under which the work of creating a cache is recorded. */
export const cacheKey = (handler: CacheHandler, { head, messages, hash, after }: CachedPrefix): string =>
  effectKey('cache', handler, { head, messages, hash, after })

/**
 * Returns the requested caches for a head (model and settings), oldest first. Outcomes of other handlers and outcomes
 * with other keys are ignored.
 */
export function cachesOf(
  outcomes: readonly EffectOutcome[],
  handler: CacheHandler,
  head: string,
): readonly KnownCache[] {
  const known = new Map<string, KnownCache>()
  for (const outcome of outcomes) {
    const { prefix, key } = outcome
    if (prefix?.head !== head || outcome.handler !== handler.id || key !== cacheKey(handler, prefix)) continue
    const stored = 'output' in outcome ? readStoredCache(outcome.output) : null
    const why = 'error' in outcome ? outcome.error : ''
    // A failure after a success means that the cache no longer exists. A second success describes the same cache.
    if (stored === null || !known.has(key)) known.set(key, { outcome, prefix, stored, why })
  }
  return [...known.values()]
}

/** Whether a cache exists and will not expire soon. */
export const isAlive = ({ stored }: KnownCache, now: number): boolean =>
  stored !== null && stored.expires > now + lifeMargin
