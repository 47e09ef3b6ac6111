import { type DeleteCachesOptions, deleteEachCache } from '../../core/effect/cache/delete-caches.ts'
import type { Event } from '../../core/ir/event.ts'
import { createSession } from '../../core/session/create.ts'
import type { ForgetLog } from './forget-report.ts'

/** Deleter of the caches at a provider that an owner's sessions and stored conversations name. */
export class CacheDeleter {
  private readonly log: ForgetLog
  private readonly options: DeleteCachesOptions
  private readonly now: () => number
  /** Names of the deleted caches. A fork's log names the caches of its session again. */
  private readonly gone = new Set<string>()

  constructor(log: ForgetLog, options: DeleteCachesOptions, now: () => number) {
    this.log = log
    this.options = options
    this.now = now
  }

  /** Deletes the caches that some events name. Caches that have expired need no deletion. */
  async delete(events: readonly Pick<Event, 'actions'>[]): Promise<void> {
    const outcomes = events.flatMap(({ actions }) =>
      actions?.effect?.kind === 'cache' ? [{ author: 'developer', actions: { effect: actions.effect } }] : [],
    )
    if (outcomes.length === 0) return
    const deletions = await deleteEachCache(createSession({ events: outcomes }), this.options)
    for (const { name, expires, error } of deletions)
      if (error === null) this.gone.add(name)
      else if (!this.gone.has(name) && expires > this.now())
        this.log.left.push({ kind: 'caches', where: name, why: error, until: expires })
  }

  /** Reports the number of deleted caches. */
  report(): void {
    const { size: count } = this.gone
    if (count > 0) this.log.deleted.push({ kind: 'caches', where: 'effects.cache', count })
  }
}
