import { signal } from '../../form/check.ts'
import { type OptionsForm, readOptions } from '../../form/options.ts'
import type { EffectOutcome, EventInput } from '../../ir/event.ts'
import type { Session } from '../../session/session.ts'
import type { Outcomes } from '../../session/unit/outcomes.ts'
import { readStoredCache, type StoredCache } from '../../session/unit/stored-cache.ts'
import { shortenForError } from '../../text/columns.ts'
import { reasonOf } from '../../text/reason.ts'
import { assertEffects } from '../assert-effects.ts'
import { atMost } from '../at-most.ts'
import type { Effects } from '../handler.ts'
import { untilAborted } from '../until-aborted.ts'

/** Returns an event that marks a cache as no longer usable. */
export function unusableCacheEvent({ kind, key, handler, prefix }: EffectOutcome, why: string): EventInput {
  const effect = { kind, key, handler, ...(prefix !== undefined && { prefix }), error: shortenForError(why) }
  return { author: 'developer', actions: { effect } }
}

/** Options of `deleteCaches`. */
export interface DeleteCachesOptions {
  /** Handlers of effects. `effects.cache` deletes the caches, but only those that it made. */
  readonly effects?: Effects
  /** Signal that stops the work; caches that are not deleted by then get no event. */
  readonly signal?: AbortSignal
}

const form: OptionsForm<DeleteCachesOptions> = { takes: { effects: assertEffects, signal } }

/**
 * Deletes a session's caches at the provider, and returns events that mark them as no longer usable. Append these
 * events. Call it when a session ends, or when a protection later finds a value that a cache may contain. A cache that
 * cannot be deleted gets no event and lives until it expires. Errors of the handler never make the promise reject;
 * malformed options cause a TypeError.
 *
 * @example
 * import { createSession } from 'ctxc'
 * import { deleteCaches, type Effects } from 'ctxc/effects'
 *
 * const effects: Effects = {
 *   cache: { id: 'caches', run: async () => ({ name: 'caches/1', expires: 4e12 }), delete: async () => {} },
 * }
 * let session = createSession({ events: [{ author: 'user', text: 'Hi' }] })
 * session = session.append(...(await deleteCaches(session, { effects })))
 */
export async function deleteCaches(
  session: Session,
  options: DeleteCachesOptions = {},
): Promise<readonly EventInput[]> {
  const deletions = await deleteEachCache(session, readOptions(form, options, 'deleteCaches'))
  return deletions.flatMap(({ outcome, error }) =>
    error === null ? [unusableCacheEvent(outcome, 'it was deleted')] : [],
  )
}

/** Cache that was deleted, or the reason why it was not. */
export interface CacheDeletion extends UsableCache {
  readonly error: string | null
}

/** Deletes each cache of a session that no event marks as unusable. Never rejects. */
export const deleteEachCache = (
  session: Session,
  { effects = {}, signal = new AbortController().signal }: DeleteCachesOptions,
): Promise<readonly CacheDeletion[]> =>
  atMost(effects.concurrency ?? 4, usableCaches(session.units.outcomes), async cache => {
    try {
      signal.throwIfAborted()
      const { cache: handler } = effects
      if (handler?.delete === undefined || handler.id !== cache.outcome.handler)
        throw new Error(
          `no effects.cache with the id '${cache.outcome.handler}' and a method delete was given`,
        )
      await untilAborted(Promise.resolve(handler.delete(cache.name, { signal })), signal)
      return { ...cache, error: null }
    } catch (error) {
      return { ...cache, error: reasonOf(error) }
    }
  })

/** Cache of a session, with the outcome that recorded it. */
interface UsableCache extends StoredCache {
  readonly outcome: EffectOutcome
}

/** Returns the caches of a session, expired ones included, except those that an event marks as unusable. */
function usableCaches({ caches }: Outcomes): readonly UsableCache[] {
  const gone = new Set(caches.flatMap(each => ('error' in each ? [each.key] : [])))
  const known = new Set<string>()
  return caches.flatMap(outcome => {
    // If a key has several outcomes, the first one counts, as in requests.
    if ('output' in outcome && known.has(outcome.key)) return []
    if ('output' in outcome) known.add(outcome.key)
    const cache = 'output' in outcome && !gone.has(outcome.key) ? readStoredCache(outcome.output) : null
    return cache === null ? [] : [{ outcome, ...cache }]
  })
}
