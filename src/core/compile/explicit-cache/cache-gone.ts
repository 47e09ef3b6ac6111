import { unusableCacheEvent } from '../../effect/cache/delete-caches.ts'
import type { EventInput } from '../../ir/event.ts'
import type { SentCache } from '../contract/result.ts'

/**
 * Returns an event to append if the provider does not know the cache to which a request refers (403 or 404). Later
 * compiles then no longer use this cache. Send the whole request instead: `result.cached.request`. A runner
 * (`ctxc/run`) does both automatically.
 *
 * @example
 * import { type Compiled, type Session } from 'ctxc'
 * import { cacheGone } from 'ctxc/effects'
 *
 * const afterRefusal = (session: Session, { cached }: Compiled): Session =>
 *   cached === null ? session : session.append(cacheGone(cached, 'CachedContent not found'))
 */
export const cacheGone = ({ outcome }: Pick<SentCache, 'outcome'>, why: string): EventInput =>
  unusableCacheEvent(outcome, why)
