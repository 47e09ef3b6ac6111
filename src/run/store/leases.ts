import type { SessionKey } from '../../core/session/owner.ts'

/** Right of one process to run a session. Every append of the run carries its fencing number. */
export interface Lease {
  readonly key: SessionKey
  /** Fencing number. It is higher than the number of every earlier lease of the session. */
  readonly fence: number
  /** Number of the session's events when the store returned the lease. */
  readonly revision: number
}

/** Holder of leases, and the time for which it needs them. */
export interface LeaseTerms {
  /** Name of the process. No other process uses it. */
  readonly holder: string
  /** Milliseconds until the leases end, if the holder does not renew them. */
  readonly length: number
  /** Current time in milliseconds since 1970. A store on another machine uses its own clock instead. */
  readonly now: number
}

/** Selection of the due sessions to lease. */
export interface TakeDueTerms extends LeaseTerms {
  /** Maximum number of leases; 50 by default, at most 1,000. */
  readonly limit?: number
  /** App whose sessions may be leased; all apps by default. */
  readonly app?: string
}

/** Session, and the number of its events that a process knows. */
export interface KnownRevision {
  readonly key: SessionKey
  readonly revision: number
}

/** Session that is not as a process knows it, or that any process may take. */
export interface SessionChange {
  readonly key: SessionKey
  /** Whether the session has another number of events than the known one. */
  readonly isChanged: boolean
  /** Whether a process can take the session: it exists, and it has no lease, or one that has ended. */
  readonly isFree: boolean
  /** Whether the session is free and has a pause. */
  readonly isPaused: boolean
}

/** Pause after the release of a session. */
export interface LeasePause {
  /** Milliseconds until the pause ends, if no event is appended before. */
  readonly length: number
  /** Current time, as in `LeaseTerms`. */
  readonly now: number
}

/**
 * Methods by which processes share the work on the sessions of one store. At any time, a session has at most one lease.
 * A lease that has ended can be renewed or released until another process takes the session.
 */
export interface SessionLeases {
  /**
   * Leases a session to a holder. A holder that already has the session gets the same lease again. Returns null if
   * another holder has the session, or if there is no such session.
   */
  take(key: SessionKey, terms: LeaseTerms): Promise<Lease | null>
  /**
   * Leases sessions of all owners that are `due`, or whose `wakeAt` has passed, unless they have a lease that has not
   * ended, or a pause. Sessions that have waited the longest come first.
   */
  takeDue(terms: TakeDueTerms): Promise<readonly Lease[]>
  /** Renews all leases of a holder, and returns them. Another process has taken a session whose lease is missing. */
  renew(terms: LeaseTerms): Promise<readonly Lease[]>
  /**
   * Ends a lease, so that another process can take the session at once. Does nothing if the lease was lost. With a
   * pause, as after a run that failed, `takeDue` does not return the session for that time, but `take` does. An append
   * ends the pause.
   */
  release(lease: Pick<Lease, 'key' | 'fence'>, pause?: LeasePause): Promise<void>
  /**
   * Returns the sessions whose number of events is not the known one, and those that are free. A session that does not
   * exist has no events, and no process can take it. `now` is as in `LeaseTerms`.
   */
  changed(known: readonly KnownRevision[], now: number): Promise<readonly SessionChange[]>
}
