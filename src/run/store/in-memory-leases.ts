import { keyText, type SessionKey } from '../../core/session/owner.ts'
import { LeaseError } from './lease-error.ts'
import type {
  KnownRevision,
  Lease,
  LeasePause,
  LeaseTerms,
  SessionChange,
  SessionLeases,
  TakeDueTerms,
} from './leases.ts'
import type { SessionInfo } from './store.ts'

/** Facts about a stored session that leases need. */
export interface LeasableSession {
  readonly key: SessionKey
  readonly info: SessionInfo
  /** Time since which the session is due; null if it is not. */
  readonly dueSince: number | null
}

/** Lease or pause in memory. `fence` is greater for a later one. */
interface KeptLease {
  /** Holder of the lease; null for a pause, in which no process has the session. */
  readonly holder: string | null
  readonly fence: number
  /** Time at which the lease or the pause ends. */
  until: number
}

/** Time since which a session is due. One that was due keeps its time, so that another message does not cost it its place. */
export const dueSinceOf = ({ status, updated }: SessionInfo, before: number | null = null): number | null =>
  status === 'due' ? (before ?? updated) : null

/** Time since which a session waits for a runner; null if no runner is needed. */
const waitsSince = ({ dueSince, info: { wakeAt } }: LeasableSession, now: number): number | null =>
  dueSince ?? (wakeAt !== null && wakeAt <= now ? wakeAt : null)

/** Leases of the sessions of an in-memory store. */
export class InMemoryLeases implements SessionLeases {
  private readonly sessions: ReadonlyMap<string, LeasableSession>
  private readonly kept = new Map<string, KeptLease>()
  private newest = 0

  constructor(sessions: ReadonlyMap<string, LeasableSession>) {
    this.sessions = sessions
  }

  async take(key: SessionKey, terms: LeaseTerms): Promise<Lease | null> {
    const session = this.sessions.get(keyText(key))
    return session === undefined || this.isHeldByAnother(key, terms) ? null : this.lease(session, terms)
  }

  async takeDue({ limit = 50, app, ...terms }: TakeDueTerms): Promise<readonly Lease[]> {
    const free = [...this.sessions.values()].flatMap(session => {
      const since = waitsSince(session, terms.now)
      const isOfApp = app === undefined || session.key.owner.app === app
      const isLeased = (this.kept.get(keyText(session.key))?.until ?? 0) > terms.now
      if (since === null || !isOfApp || isLeased) return []
      return [{ session, since }]
    })
    free.sort((left, right) => left.since - right.since)
    return free.slice(0, limit).map(({ session }) => this.lease(session, terms))
  }

  async renew({ holder, length, now }: LeaseTerms): Promise<readonly Lease[]> {
    return [...this.sessions].flatMap(([text, { key, info }]) => {
      const kept = this.kept.get(text)
      if (kept?.holder !== holder) return []
      kept.until = now + length
      return [leaseOf(key, kept.fence, info)]
    })
  }

  async release({ key, fence }: Pick<Lease, 'key' | 'fence'>, pause?: LeasePause): Promise<void> {
    const text = keyText(key)
    if (this.kept.get(text)?.fence !== fence) return
    if (pause === undefined) this.forget(key)
    else this.kept.set(text, { holder: null, fence: ++this.newest, until: pause.now + pause.length })
  }

  async changed(known: readonly KnownRevision[], now: number): Promise<readonly SessionChange[]> {
    return known.flatMap(({ key, revision }) => {
      const text = keyText(key)
      const session = this.sessions.get(text)
      const kept = this.kept.get(text)
      const isOver = kept === undefined || kept.until <= now
      const isPaused = !isOver && kept.holder === null
      const isFree = session !== undefined && (isOver || isPaused)
      const isChanged = (session?.info.revision ?? 0) !== revision
      return isChanged || isFree ? [{ key, isChanged, isFree, isPaused }] : []
    })
  }

  /** Throws a `LeaseError` if a fencing number is not that of the session's lease. */
  assertHeld(key: SessionKey, fence: number | undefined): void {
    if (fence !== undefined && this.kept.get(keyText(key))?.fence !== fence) throw new LeaseError(key, fence)
  }

  /** Ends the pause of a session. */
  endPause(key: SessionKey): void {
    if (this.kept.get(keyText(key))?.holder === null) this.forget(key)
  }

  /** Forgets the lease of a session that is deleted. */
  forget(key: SessionKey): void {
    this.kept.delete(keyText(key))
  }

  private isHeldByAnother(key: SessionKey, { holder, now }: LeaseTerms): boolean {
    const kept = this.kept.get(keyText(key))
    return kept !== undefined && kept.holder !== null && kept.holder !== holder && kept.until > now
  }

  private lease({ key, info }: LeasableSession, { holder, length, now }: LeaseTerms): Lease {
    const text = keyText(key)
    const before = this.kept.get(text)
    const fence = before?.holder === holder ? before.fence : ++this.newest
    this.kept.set(text, { holder, fence, until: now + length })
    return leaseOf(key, fence, info)
  }
}

const leaseOf = ({ owner, id }: SessionKey, fence: number, { revision }: SessionInfo): Lease => ({
  key: { owner: { ...owner }, id },
  fence,
  revision,
})
