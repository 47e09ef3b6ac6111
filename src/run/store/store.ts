import type { Event, EventInput } from '../../core/ir/event.ts'
import type { JsonObject, JsonValue } from '../../core/ir/json.ts'
import type { Trust } from '../../core/ir/trust.ts'
import type { Owner, SessionKey } from '../../core/session/owner.ts'
import type { CallCost, StoreAccounts } from './accounts.ts'
import type { Page } from './cursor.ts'
import type { SessionLeases } from './leases.ts'
import type { Relay } from './relay.ts'

/**
 * Status of a session, as its last writer determined it from the log. `idle`: no step is next. `due`: a runner has
 * work. `waiting`: calls wait for a decision. `limited`: a limit ended the run. `failed`: an agent failed.
 */
export type SessionStatus = (typeof sessionStatuses)[number]

/**
 * List of all session statuses, as `ctxc sessions list --status` accepts them.
 *
 * @example
 * import { sessionStatuses } from 'ctxc/store'
 *
 * console.log(sessionStatuses.join(', ')) // idle, due, waiting, limited, failed
 */
export const sessionStatuses = ['idle', 'due', 'waiting', 'limited', 'failed'] as const

/** Event as a store returns it, including fields that this release does not know. */
export type StoredEvent = Omit<Event, 'seq'> & { readonly seq: number }

/** Event to append. Its `seq` is its position in the session. */
export type NewEvent = EventInput | Omit<Event, 'seq'>

/** Facts about a session, without its events. */
export interface SessionInfo {
  readonly id: string
  /** Number of the session's events. */
  readonly revision: number
  readonly status: SessionStatus
  /** Time at which a runner must check the session again, in milliseconds since 1970; null for never. */
  readonly wakeAt: number | null
  /** Times of the first and of the last append, in milliseconds since 1970, by the writers' clocks. */
  readonly created: number
  readonly updated: number
  /** Session and revision of which this session is a fork; null for a session that is not a fork. */
  readonly parent: { readonly id: string; readonly revision: number } | null
}

/** Session with its events from a position on. */
export interface SessionRecord extends SessionInfo {
  /** Initial state: keys and values before the first event. */
  readonly state: JsonObject
  /** Seq of the first event in `events`. */
  readonly from: number
  readonly events: readonly StoredEvent[]
}

/** Selection of the events to read. */
export interface ReadOptions {
  /** Seq of the first event; 0 by default. */
  readonly from?: number
}

/** Value of a key that several sessions share. */
export interface ScopedValue {
  readonly value: JsonValue
  /** Lowest trust among the sources from which the value was made. */
  readonly trust: Trust
  /** Number of times that the key was written or deleted. The count continues if a deleted key is created again. */
  readonly revision: number
}

/**
 * Write of a shared key (`user:` or `app:`), in the same commit as the events. Several writes of one key are applied in
 * order.
 */
export interface ScopedWrite {
  /** Key with its scope, such as `user:name`. */
  readonly key: string
  /** New value; if undefined, the key is deleted. */
  readonly value?: JsonValue
  readonly trust: Trust
  /**
   * Revision of the key that the writer saw in `scopes` before this append; 0 for a key that did not exist. If
   * undefined, the write succeeds for any revision.
   */
  readonly expectedRevision?: number
}

/** Events to append, and all other data in their commit. */
export interface Append {
  /** Revision that the writer saw; 0 for a session to create. */
  readonly expectedRevision: number
  readonly events: readonly NewEvent[]
  readonly status: SessionStatus
  /** Time at which a runner must check the session again, in milliseconds since 1970; none by default. */
  readonly wakeAt?: number | null
  /** Time of the append in milliseconds since 1970. The writer passes it, because stores read no clock. */
  readonly time: number
  /** Initial state: keys and values before the first event. Only read if the append creates the session. */
  readonly state?: JsonObject
  readonly scopes?: readonly ScopedWrite[]
  /** Costs of the model calls whose answers are appended. A store without accounts does not record them. */
  readonly costs?: readonly CallCost[]
  /** Fencing number of the lease under which the writer runs the session; omitted by all other writers. */
  readonly fence?: number | undefined
}

/** Filter and paging options for listing. */
export interface ListOptions {
  readonly status?: SessionStatus
  /** `next` of the previous page. */
  readonly after?: string
  /** Maximum number of sessions in a page; 50 by default, at most 1,000. */
  readonly limit?: number
}

/** Options for finding sessions that a runner must run or check again. */
export interface DueOptions {
  /** Current time in milliseconds since 1970. */
  readonly now: number
  readonly after?: string
  readonly limit?: number
}

/** Options of a fork. */
export interface ForkOptions {
  /** Number of events to copy; all by default. */
  readonly at?: number
  readonly time: number
  /** Events that are appended to the fork, such as results for calls that stay open in the original session. */
  readonly events?: readonly NewEvent[]
  readonly status?: SessionStatus
}

/**
 * Store of sessions. A method that resolves has written everything, and a method that rejects has written nothing. No
 * method returns sessions of another owner, except `due`, `leases` and `accounts`. `testStore` of `ctxc/testing` checks an implementation.
 */
export interface Store {
  /** Returns a session with its events from `from` on; null if the owner has no such session. */
  read(key: SessionKey, options?: ReadOptions): Promise<SessionRecord | null>
  /**
   * Appends all events or none, and returns the new revision. Rejects with a `ConflictError` if the session's revision
   * is not the expected one. Also rejects if another session changed shared keys, which the error's `scopes` then name.
   * In this case, read them again with the method `scopes`, and append what is still right. Rejects with a `LeaseError`
   * if the write has the fencing number of a lease that its writer lost.
   */
  append(key: SessionKey, write: Append): Promise<number>
  /** Returns an owner's sessions, most recently changed first. */
  list(owner: Owner, options?: ListOptions): Promise<Page<SessionInfo>>
  /** Returns sessions of all owners that are `due`, or whose `wakeAt` has passed. Only runners may call this method. */
  due(options: DueOptions): Promise<Page<SessionKey>>
  /** Returns the shared keys that an owner can see: `app:` keys of the app, and `user:` keys of the user. */
  scopes(owner: Owner): Promise<ReadonlyMap<string, ScopedValue>>
  /**
   * Copies a session under another id of the same owner, and returns the copy's revision; null if there is no such
   * session. Rejects with a `ConflictError` if the new id is in use.
   */
  fork(key: SessionKey, id: string, options: ForkOptions): Promise<number | null>
  /** Deletes a session and returns whether there was one. */
  delete(key: SessionKey): Promise<boolean>
  /** Deletes all sessions of an owner and the owner's `user:` keys, and returns the number of deleted sessions. */
  deleteOwner(owner: Owner): Promise<number>
  /**
   * Removes deleted data from the files in which the store keeps it. Resolves to null, or to the reason why bytes of
   * deleted data are left there. Only `forget` calls it.
   */
  erase?(): Promise<string | null>
  /**
   * Leases, by which several processes run the sessions of this store. If a store lacks them, its users must make sure
   * that only one process runs sessions.
   */
  readonly leases?: SessionLeases
  /** Relay between the processes that share this store. Without it, they only see each other's stored events. */
  readonly relay?: Relay
  /** Owners and costs. Without it, the store records no costs. */
  readonly accounts?: StoreAccounts
  close(): Promise<void>
}
