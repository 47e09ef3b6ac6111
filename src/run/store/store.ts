import type { Event, EventInput } from '../../core/ir/event.ts'
import type { JsonObject, JsonValue } from '../../core/ir/json.ts'
import type { Trust } from '../../core/ir/trust.ts'
import type { Owner, SessionKey } from '../../core/session/owner.ts'

/**
 * State of a session, as its last writer derived it from the log. `idle`: nothing is next. `due`: a runner has work.
 * `waiting`: calls wait for somebody. `limited`: a limit ended the run. `failed`: an agent failed.
 */
export type SessionStatus = (typeof sessionStatuses)[number]

/**
 * All statuses of sessions, as `ctxc sessions list --status` takes them.
 *
 * @example
 * import { sessionStatuses } from 'ctxc/store'
 *
 * console.log(sessionStatuses.join(', ')) // idle, due, waiting, limited, failed
 */
export const sessionStatuses = ['idle', 'due', 'waiting', 'limited', 'failed'] as const

/** Stored form of an event: the event's own fields, among them those that this release does not know. */
export type StoredEvent = Omit<Event, 'seq'> & { readonly seq: number }

/** Event to append. Its place is the revision at which it is appended. */
export type NewEvent = EventInput | Omit<Event, 'seq'>

/** Facts about a session without its events. */
export interface SessionInfo {
  readonly id: string
  /** Number of events. */
  readonly revision: number
  readonly status: SessionStatus
  /** Milliseconds since 1970 at which a runner must look at the session again; null for never. */
  readonly wakeAt: number | null
  /** Milliseconds since 1970 of the first and of the last append, as the writers gave them. */
  readonly created: number
  readonly updated: number
  /** Session and revision from which this one was forked; null for a session of its own. */
  readonly parent: { readonly id: string; readonly revision: number } | null
}

/** A session, and its events from a place on. */
export interface SessionRecord extends SessionInfo {
  /** Keys and values before the first event. */
  readonly state: JsonObject
  /** Seq of the first event in `events`. */
  readonly from: number
  readonly events: readonly StoredEvent[]
}

/** Events to read. */
export interface ReadOptions {
  /** Seq of the first event; 0 by default. */
  readonly from?: number
}

/** Value of a key that several sessions share. */
export interface ScopedValue {
  readonly value: JsonValue
  /** Lowest trust of what the value was made from. */
  readonly trust: Trust
  /** Number of times that the key was written or deleted: a key that is made again goes on counting. */
  readonly revision: number
}

/**
 * Write of a shared key (`user:` or `app:`), in the same commit as the events. Several writes of a key are applied in
 * their order.
 */
export interface ScopedWrite {
  /** Key with its scope, such as `user:name`. */
  readonly key: string
  /** New value; undefined deletes the key. */
  readonly value?: JsonValue
  readonly trust: Trust
  /**
   * Revision that the writer saw in `scopes`, before this append; 0 for a key that was not there. Undefined overwrites any
   * revision.
   */
  readonly expectedRevision?: number
}

/** Events to append, with all that belongs in the same commit. */
export interface Append {
  /** Revision that the writer saw; 0 creates the session. */
  readonly expectedRevision: number
  readonly events: readonly NewEvent[]
  readonly status: SessionStatus
  /** Milliseconds since 1970 at which a runner must look again; none by default. */
  readonly wakeAt?: number | null
  /** Milliseconds since 1970: stores read no clock. */
  readonly time: number
  /** Keys and values before the first event; read only if the append creates the session. */
  readonly state?: JsonObject
  readonly scopes?: readonly ScopedWrite[]
}

/** Selection and page of a list. */
export interface ListOptions {
  readonly status?: SessionStatus
  /** `next` of the previous page. */
  readonly after?: string
  /** Upper bound on the sessions of a page; 50 by default, at most 1,000. */
  readonly limit?: number
}

/** Page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[]
  /** Cursor of the next page; null on the last one. */
  readonly next: string | null
}

/** Sessions that a runner has to look at. */
export interface DueOptions {
  /** Milliseconds since 1970. */
  readonly now: number
  readonly after?: string
  readonly limit?: number
}

/** Options of a fork. */
export interface ForkOptions {
  /** Number of events that the fork has; all by default. */
  readonly at?: number
  readonly time: number
  /** Events that the fork has in addition, such as results of calls that stay with the other session. */
  readonly events?: readonly NewEvent[]
  readonly status?: SessionStatus
}

/**
 * Keeper of sessions. Every method that resolves has written; every method that rejects has written nothing. A session of
 * another owner does not exist for any method. `testStore` of `ctxc/testing` checks an implementation.
 */
export interface Store {
  /** Returns a session, and its events from `from` on; null if the owner has no such session. */
  read(key: SessionKey, options?: ReadOptions): Promise<SessionRecord | null>
  /**
   * Appends all events or none, and returns the new revision. Rejects with a `ConflictError` if the session has another
   * revision than expected, or else if shared keys have, which `scopes` of the error names: read `scopes` again, and append
   * what is right then.
   */
  append(key: SessionKey, write: Append): Promise<number>
  /** Returns an owner's sessions, those that changed last first. */
  list(owner: Owner, options?: ListOptions): Promise<Page<SessionInfo>>
  /** Returns sessions of all owners that are `due`, or whose `wakeAt` has passed. Only a runner may call it. */
  due(options: DueOptions): Promise<Page<SessionKey>>
  /** Returns the shared keys of an owner: `app:` of the app, and `user:` of the user. */
  scopes(owner: Owner): Promise<ReadonlyMap<string, ScopedValue>>
  /**
   * Copies a session under another id of the same owner, and returns the copy's revision; null if there is no such
   * session. Rejects with a `ConflictError` if the id is used.
   */
  fork(key: SessionKey, id: string, options: ForkOptions): Promise<number | null>
  /** Deletes a session and returns whether there was one. */
  delete(key: SessionKey): Promise<boolean>
  /** Deletes all sessions of an owner and its `user:` keys, and returns the number of sessions. */
  deleteOwner(owner: Owner): Promise<number>
  /**
   * Claims the right to run the sessions of this store, which only one process may have; null if another one has it. A
   * store without this method leaves that to its users.
   */
  claim?(): Promise<Claim | null>
  /** Calls a function whenever another process may have appended; returns a function that ends that. */
  watch?(listener: () => void): () => void
  close(): Promise<void>
}

/** Right to run the sessions of a store. A process that ends loses it. */
export interface Claim {
  release(): Promise<void>
}
