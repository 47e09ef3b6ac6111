import type { JsonObject } from '../../core/ir/json.ts'
import { keyText, type SessionKey } from '../../core/session/owner.ts'
import type { ActiveSession } from './active-session.ts'
import { deletedError } from './live-session.ts'

/** Maximum number of sessions in memory that are done or wait. */
const mostResting = 256

/** Maximum number of sessions that one release checks for removal, so that many busy sessions do not slow it down. */
const mostLooks = 8

interface Entry {
  readonly opening: Promise<ActiveSession>
  active: ActiveSession | null
  /** Number of callers that use the session now. */
  holds: number
}

/** Sessions that a runner keeps in memory: those in use, and those that were used most recently. */
export class OpenSessions {
  private readonly entries = new Map<string, Entry>()
  private readonly load: (key: SessionKey, state?: JsonObject) => Promise<ActiveSession>
  private readonly isStale: (active: ActiveSession) => boolean

  /** `isStale` returns whether an unused session must be loaded again before its next use. */
  constructor(
    load: (key: SessionKey, state?: JsonObject) => Promise<ActiveSession>,
    isStale: (active: ActiveSession) => boolean,
  ) {
    this.load = load
    this.isStale = isStale
  }

  /**
   * Does work with the newest stored version of a session, and keeps the session in memory during the work. `state` is
   * the initial state for a session that the store does not have.
   */
  useSession<Result>(
    key: SessionKey,
    work: (active: ActiveSession) => Promise<Result>,
    state?: JsonObject,
  ): Promise<Result> {
    return this.use(key, work, { state, isNewest: true })
  }

  /** Does work with the version of a session that is in memory; with the newest one if none is. */
  useKnown<Result>(key: SessionKey, work: (active: ActiveSession) => Promise<Result>): Promise<Result> {
    return this.use(key, work, { isNewest: false })
  }

  private async use<Result>(
    key: SessionKey,
    work: (active: ActiveSession) => Promise<Result>,
    { state, isNewest }: { readonly state?: JsonObject | undefined; readonly isNewest: boolean },
  ): Promise<Result> {
    const name = keyText(key)
    for (;;) {
      const found = this.entries.get(name)
      const known = found !== undefined && this.mustLoadAgain(found) ? undefined : found
      const entry = known ?? this.loadSession(name, key, state)
      entry.holds++
      try {
        const active = await entry.opening
        if (known !== undefined && isNewest) await active.live.refresh()
        if (active.live.isDeleted) this.dropDeleted(active)
        // If the session was dropped while it was loaded, it is loaded again: nobody would run a dropped session.
        if (this.entries.get(name) === entry) return await work(active)
      } finally {
        entry.holds--
        if (this.entries.get(name) === entry) this.releaseSession(name, entry)
      }
    }
  }

  /** Removes a session from memory, so that the next use reads it again. Called when memory and store may differ. */
  dropSession(active: ActiveSession): void {
    const name = keyText(active.live.key)
    if (this.entries.get(name)?.active === active) this.entries.delete(name)
  }

  /** Removes a session that was deleted, and tells its followers. */
  dropDeleted(active: ActiveSession): void {
    this.dropSession(active)
    active.failFollowers(deletedError(active.live.key))
  }

  /** Returns a session that is in memory; null for any other session. */
  get(key: SessionKey): ActiveSession | null {
    return this.entries.get(keyText(key))?.active ?? null
  }

  /** Returns the sessions in memory. */
  get all(): readonly ActiveSession[] {
    return [...this.entries.values()].flatMap(({ active }) => (active === null ? [] : [active]))
  }

  private loadSession(name: string, key: SessionKey, state?: JsonObject): Entry {
    const entry: Entry = { opening: this.load(key, state), active: null, holds: 0 }
    this.entries.set(name, entry)
    entry.opening.then(
      active => {
        entry.active = active
      },
      () => this.entries.delete(name),
    )
    return entry
  }

  /** Whether a session is done or waits, is not in use, and must be loaded again. */
  private mustLoadAgain({ active, holds }: Entry): boolean {
    if (active === null || holds > 0 || active.isFollowed || !active.isResting) return false
    return this.isStale(active)
  }

  /** Marks a session as the most recently used, and removes the least recently used sessions that nobody uses. */
  private releaseSession(name: string, entry: Entry): void {
    this.entries.delete(name)
    this.entries.set(name, entry)
    for (let looks = 0; looks < mostLooks && this.entries.size > mostResting; looks++) {
      const [first] = this.entries
      if (first === undefined) return
      const [oldest, { holds, active }] = first
      this.entries.delete(oldest)
      const isUsed = holds > 0 || active === null || active.isFollowed || !active.isResting
      if (isUsed) this.entries.set(oldest, first[1])
    }
  }
}
