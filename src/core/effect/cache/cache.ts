import type { EffectOutcome } from '../../ir/event.ts'
import { isObject } from '../../ir/json.ts'
import { isCacheName, isMoment, type StoredCache } from '../../session/unit/stored-cache.ts'
import { shortenForError } from '../../text/columns.ts'
import { toJson } from '../../text/json.ts'
import { reasonOf } from '../../text/reason.ts'
import type { EffectOf } from '../effect.ts'
import { untilAborted } from '../until-aborted.ts'
import type { CacheHandler } from './handler.ts'

/**
 * Safety margin before the expiry of a cache, in milliseconds. In this time the cache is not used, because a request
 * may be sent late or repeated.
 */
export const lifeMargin = 60_000

/** Lifetime of a cache in seconds, if the handler sets none: the provider's own default. */
export const usualLife = 3_600

/** Calls a handler to make one cache; no outcome if the signal is aborted before the call. Never throws. */
export async function makeCache(
  want: EffectOf<'cache'>,
  handler: CacheHandler,
  signal: AbortSignal,
): Promise<EffectOutcome[]> {
  if (signal.aborted) return []
  const { key, input, prefix } = want
  const about = { kind: 'cache', key, handler: handler.id, ...(prefix !== undefined && { prefix }) } as const
  try {
    // The handler gets a copy, because later requests share these objects and a handler might change them.
    const made = await untilAborted(handler.run(structuredClone(input), { signal }), signal)
    return [{ ...about, output: toJson(readCache(made, want)) }]
  } catch (error) {
    // An outcome is returned even if the signal ended the wait. The provider may already have made the cache. Without
    // an outcome, each turn would request and await another cache.
    return [{ ...about, error: shortenForError(reasonOf(error)) }]
  }
}

/** Reads the cache that a handler returned. Throws an error that describes the mistake. */
function readCache(made: unknown, { prefix }: EffectOf<'cache'>): StoredCache {
  if (!isObject(made)) throw new Error('it gave no object')
  const { name, expires, tokens = prefix?.tokens ?? 0 } = made
  if (!isCacheName(name)) throw new Error('it gave no name of visible ASCII characters')
  if (!isMoment(expires)) throw new Error('it gave no time of expiry in milliseconds since 1970')
  // A cache that expires so soon could never be used, and the next compile would request it again.
  if (expires <= (prefix?.asked ?? 0) + lifeMargin) throw new Error('it gave a cache that has expired')
  if (!Number.isSafeInteger(tokens) || (tokens as number) < 0)
    throw new Error('it gave a number of tokens that is no whole number from 0')
  return { name, expires, tokens: tokens as number }
}
