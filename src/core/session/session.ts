import type { Event, EventInput } from '../ir/event.ts'
import type { JsonObject } from '../ir/json.ts'
import { eventSource } from './events.ts'
import type { Keys } from './keys.ts'
import { Log } from './log.ts'
import type { State } from './state.ts'
import type { LogSource } from './unit/sink.ts'
import type { UnitFold } from './unit/unit-fold.ts'

/** Session as plain data, as `toJSON` returns it. */
export interface StoredSession {
  readonly id: string
  readonly state: State
  readonly events: readonly Event[]
}

/**
 * Append-only log of events, and the state that results from them. Immutable: `append` returns a new session that
 * shares memory with this one, so the cost of appending depends only on the new events.
 */
export class Session {
  /** Id of the session, chosen by the caller. */
  readonly id: string
  /** State keys before the first event. */
  private readonly initial: Keys
  private readonly log: Log
  private known: State | undefined
  /**
   * State keys to show instead of the keys after the whole log, for a viewer that sees only a part of the state; null
   * for the keys after the whole log.
   */
  private readonly seen: Keys | null
  /** Fields of the stored session that this release does not know. */
  private readonly unread: JsonObject

  /** @internal Use `createSession` or `restoreSession`. */
  constructor(id: string, initial: Keys, log: Log, unread: JsonObject = {}, seen: Keys | null = null) {
    this.id = id
    this.seen = seen
    this.initial = initial
    this.log = log
    this.unread = unread
  }

  /** Number of events. */
  get length(): number {
    return this.log.length
  }

  /** All events, created on demand. */
  get events(): readonly Event[] {
    return Array.from({ length: this.length }, (_, seq) => this.log.event(seq))
  }

  /** Keys and values of the state after all events. */
  get state(): State {
    this.known ??= this.keys.toState()
    return this.known
  }

  /** @internal Returns the state after the first `length` events. */
  stateAt(length: number): State {
    const isNow = length === this.length && this.seen === null
    return isNow ? this.state : this.log.keysAt(this.initial, length).toState()
  }

  /** @internal Returns the value of each key, and the event that set it, after the first `length` events. */
  keysAt(length: number): Keys {
    return this.log.keysAt(this.initial, length)
  }

  /** @internal The value of each key, and the event that set it. */
  get keys(): Keys {
    return this.seen ?? this.log.keys(this.initial)
  }

  /** Returns the event at a position, from 0. Throws a RangeError outside the session. */
  event(seq: number): Event {
    return this.log.event(seq)
  }

  /** @internal Returns JSON pointers, each after `i:`, to fields of the input that its event does not include. */
  unreadAt(seq: number): readonly string[] {
    return this.log.unreadPointersAt(seq)
  }

  /** Returns a session with these events appended. Throws a TypeError for an unknown field or an invalid event. */
  append(...events: readonly EventInput[]): Session {
    const known = this.log.longerVersion(events)
    if (known === null) return this.extend(eventSource(events, this.length))
    const longer = new Session(this.id, this.initial, known, this.unread)
    const rest = events.slice(known.length - this.length)
    return rest.length === 0 ? longer : longer.append(...rest)
  }

  /**
   * Returns a session in which the events from `seq` on are no longer shown and their state changes are undone. Nothing
   * is erased, and `app:` and `user:` keys keep their values. If an earlier rewind took back events before `seq`, they are
   * back: the session continues as it was when it had `seq` events. Throws a RangeError for a position outside the session.
   *
   * @example
   * import { createSession } from 'ctxc'
   *
   * const session = createSession({ events: [{ author: 'user', text: 'Hello' }, { author: 'agent', text: 'Go away.' }] })
   * console.log(session.rewind(1).length) // 3: the event that takes the answer back is there too
   */
  rewind(seq: number): Session {
    if (!(Number.isSafeInteger(seq) && seq >= 0 && seq < this.length))
      throw new RangeError(`no event ${seq} in a session of ${this.length}`)
    return this.append({ author: 'developer', actions: { rewind: { to: seq } } })
  }

  /**
   * Returns a copy of this session under another id. Events that are later appended to one of the two are not in the
   * other.
   */
  fork(id: string): Session {
    return new Session(id, this.initial, this.log, this.unread)
  }

  /** @internal Returns a session with one more stretch (events appended together) in its log, in any format. */
  extend(source: LogSource): Session {
    return new Session(this.id, this.initial, this.log.logWithStretch(source), this.unread)
  }

  /** @internal Returns a session with other events, in any format, and the same initial state. */
  withEvents(source: LogSource): Session {
    return new Session(this.id, this.initial, Log.of(source), this.unread)
  }

  /**
   * @internal Returns this session with another state: the state that one member of a group sees. The log is the same.
   */
  seenWith(keys: Keys): Session {
    return new Session(this.id, this.initial, this.log, this.unread, keys)
  }

  /**
   * @internal Returns this session with a fold over events equal to its own first events, or with an empty fold. The
   * session's further events are then folded into it. The caller must not use the fold afterwards.
   */
  foldedOn(fold?: UnitFold): Session {
    return new Session(this.id, this.initial, this.log.continueUnitFold(fold), this.unread)
  }

  /**
   * @internal Units of the session, formed on first access. Do not store them, because reading a longer version later
   * extends the same object.
   */
  get units(): UnitFold {
    return this.log.units
  }

  /** Returns plain data for `restoreSession`. Fields that this release does not know are included unchanged. */
  toJSON(): StoredSession {
    return { ...this.unread, id: this.id, state: this.initial.toState(), events: this.log.storedEvents() }
  }
}
