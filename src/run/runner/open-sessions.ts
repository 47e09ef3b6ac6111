import type { JsonObject } from '../../core/ir/json.ts'
import { keyText, type SessionKey } from '../../core/session/owner.ts'
import type { ActiveSession } from './active-session.ts'

/** Number of sessions at rest that are kept. */
const mostResting = 256

/** Number of sessions that one release looks at, so that many busy ones do not make it slow. */
const mostLooks = 8

interface Entry {
  readonly opening: Promise<ActiveSession>
  active: ActiveSession | null
  /** Number of users of the session. */
  holds: number
}

/** Sessions in the memory of a runner: those in use, and the resting ones that were used last. */
export class OpenSessions {
  private readonly entries = new Map<string, Entry>()
  private readonly load: (key: SessionKey, state?: JsonObject) => Promise<ActiveSession>
  private readonly isStale: (active: ActiveSession) => boolean

  /** `isStale` says whether a session at rest must be loaded again before it is used. */
  constructor(
    load: (key: SessionKey, state?: JsonObject) => Promise<ActiveSession>,
    isStale: (active: ActiveSession) => boolean,
  ) {
    this.load = load
    this.isStale = isStale
  }

  /**
   * Does some work with a session as the store has it now, and keeps the session in memory until the work is done.
   * `state` is for a session that the store does not have.
   */
  async use<Result>(
    key: SessionKey,
    work: (active: ActiveSession) => Promise<Result>,
    state?: JsonObject,
  ): Promise<Result> {
    const name = keyText(key)
    for (;;) {
      const found = this.entries.get(name)
      const known = found !== undefined && this.isOld(found) ? undefined : found
      const entry = known ?? this.enter(name, key, state)
      entry.holds++
      try {
        const active = await entry.opening
        if (known !== undefined) await active.live.refresh()
        // A session that was dropped meanwhile is driven no more: its followers would wait for ever.
        if (this.entries.get(name) === entry) return await work(active)
      } finally {
        entry.holds--
        if (this.entries.get(name) === entry) this.release(name, entry)
      }
    }
  }

  /** Reads the session again at its next use, because what is in memory may not be what the store has. */
  drop(active: ActiveSession): void {
    const name = keyText(active.live.key)
    if (this.entries.get(name)?.active === active) this.entries.delete(name)
  }

  /** Returns a session that is in memory; null if it is not. */
  get(key: SessionKey): ActiveSession | null {
    return this.entries.get(keyText(key))?.active ?? null
  }

  /** Returns the sessions that are in memory. */
  get all(): readonly ActiveSession[] {
    return [...this.entries.values()].flatMap(({ active }) => (active === null ? [] : [active]))
  }

  private enter(name: string, key: SessionKey, state?: JsonObject): Entry {
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

  /** Whether an entry is at rest, unused and stale. */
  private isOld({ active, holds }: Entry): boolean {
    if (active === null || holds > 0 || active.isFollowed || !active.isResting) return false
    return this.isStale(active)
  }

  /** Moves a session to the end of the row, and forgets those at its beginning that nobody uses. */
  private release(name: string, entry: Entry): void {
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
