import type { Event, EventInput } from '../ir/event.ts'
import type { JsonObject } from '../ir/json.ts'
import { eventSource } from './events.ts'
import type { Keys } from './keys.ts'
import type { Log } from './log.ts'
import type { State } from './state.ts'
import type { LogSource } from './unit/sink.ts'
import type { UnitFold } from './unit/unit-fold.ts'

/** A session as plain data. */
export interface StoredSession {
  readonly id: string
  readonly state: State
  readonly events: readonly Event[]
}

/**
 * An append-only log of events and the state folded from them. Immutable: `append` returns a new session, which shares
 * what it can with this one, so that it costs what is appended.
 */
export class Session {
  /** The session's own id; the caller chooses it. */
  readonly id: string
  /** The state that the log began with. */
  private readonly initial: Keys
  private readonly log: Log
  private known: State | undefined
  /** Fields of the stored session that this release does not read. */
  private readonly unread: JsonObject

  /** @internal Use `createSession` or `restoreSession`. */
  constructor(id: string, initial: Keys, log: Log, unread: JsonObject = {}) {
    this.id = id
    this.initial = initial
    this.log = log
    this.unread = unread
  }

  /** Number of events. */
  get length(): number {
    return this.log.length
  }

  /** Every event, made on demand. */
  get events(): readonly Event[] {
    return Array.from({ length: this.length }, (_, seq) => this.log.event(seq))
  }

  /** The keys and values that the events left. */
  get state(): State {
    this.known ??= this.keys.toState()
    return this.known
  }

  /** @internal The state that the first so many events left. */
  stateAt(length: number): State {
    return length === this.length ? this.state : this.log.keysAt(this.initial, length).toState()
  }

  /** @internal What is kept under each key, and the event that set it. */
  get keys(): Keys {
    return this.log.keys(this.initial)
  }

  /** The event at a place, from 0. Throws a RangeError outside the session. */
  event(seq: number): Event {
    return this.log.event(seq)
  }

  /** @internal Places in the input, each `i:` and a JSON pointer, of what an event was given and does not hold. */
  unreadAt(seq: number): readonly string[] {
    return this.log.unread(seq)
  }

  /** A session with these events after the present ones. Throws a TypeError for an unknown field and for what no event may be. */
  append(...events: readonly EventInput[]): Session {
    return this.extend(eventSource(events, this.length))
  }

  /**
   * A session in which what happened from an event on is not shown any more, and undone: `seq` is its place. Nothing is
   * erased, and `app:` and `user:` keys stay as they are. Throws a RangeError for a place outside the session.
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

  /** The same session under another id, to go its own way: what is appended to one is not in the other. */
  fork(id: string): Session {
    return new Session(id, this.initial, this.log, this.unread)
  }

  /** @internal A session with one more stretch of log, in whatever form the stretch reads. */
  extend(source: LogSource): Session {
    return new Session(this.id, this.initial, this.log.with(source), this.unread)
  }

  /**
   * @internal The same session, whose units are folded on from where a fold over events like its own first ones is.
   * Whoever gives a fold away does not use it any more.
   */
  foldedOn(fold: UnitFold): Session {
    return new Session(this.id, this.initial, this.log.foldedOn(fold), this.unread)
  }

  /**
   * @internal The session's units, folded at the first look. Do not hold them: a longer version that is looked at
   * later folds on in the same place.
   */
  get units(): UnitFold {
    return this.log.units
  }

  /** Returns plain data for `restoreSession`. What `restoreSession` did not read is in it, unchanged. */
  toJSON(): StoredSession {
    return { ...this.unread, id: this.id, state: this.initial.toState(), events: this.log.stored() }
  }
}
