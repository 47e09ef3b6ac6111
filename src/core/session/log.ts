import type { Event } from '../ir/event.ts'
import { firstIndex } from '../text/list.ts'
import type { Keys } from './keys.ts'
import { type KeysAt, Strand } from './strand.ts'
import type { LogSource } from './unit/sink.ts'
import { UnitFold } from './unit/unit-fold.ts'

/**
 * Maximum number of events that are folded again on demand. Up to this number, this is cheaper than storing the keys
 * after each event.
 */
const fewEvents = 64

/**
 * One version of a session's log. It consists of the first stretches (groups of events that were appended together) of
 * a strand, a log that longer versions share. Appending to the longest version extends the strand, so the cost depends
 * only on the new events, but for a rewind that brings events back: all units are formed again. Appending to an older
 * version starts another strand.
 */
export class Log {
  readonly length: number
  private readonly strand: Strand
  /** Number of the strand's stretches (groups of events that were appended together) that belong to this version. */
  private readonly stretches: number
  /** Conversation units of this version. They are set only if the shared strand has grown beyond this version. */
  private own: UnitFold | undefined

  private constructor(strand: Strand, stretches = strand.sources.length, length = strand.length) {
    this.strand = strand
    this.stretches = stretches
    this.length = length
  }

  /** Returns a log with one stretch (events that were appended together). */
  static of(source: LogSource): Log {
    return new Log(new Strand([source]))
  }

  /** Returns the event at a position; throws a RangeError outside the log. */
  event(seq: number): Event {
    if (!(seq >= 0 && seq < this.length)) throw new RangeError(`no event ${seq} in a log of ${this.length}`)
    return this.strand.event(seq)
  }

  /** Returns pointers to the fields of a caller's input that the event at a position does not include. */
  unreadPointersAt(seq: number): readonly string[] {
    return this.strand.unread(seq)
  }

  /** Returns the events in their stored form. */
  storedEvents(): readonly Event[] {
    return Array.from({ length: this.length }, (_, seq) => this.strand.stored(seq))
  }

  /** Returns this log with one more stretch (events that were appended together). */
  logWithStretch(source: LogSource): Log {
    const { strand, stretches } = this
    const isLongest = strand.sources.length === stretches
    const longer = isLongest ? strand : new Strand(strand.sources.slice(0, stretches))
    longer.add(source)
    return new Log(longer)
  }

  /**
   * Returns the longer version of this log that continues with exactly these event objects; null if there is none. If a
   * caller appends events that a compile already appended, both sessions then share one strand (shared log).
   */
  longerVersion(events: readonly object[]): Log | null {
    const next = this.strand.sources[this.stretches]
    const { inputs = [], length = 0 } = next ?? {}
    if (length === 0 || inputs.length !== length || length > events.length) return null
    if (!inputs.every((input, index) => input === events[index])) return null
    return new Log(this.strand, this.stretches + 1, this.length + length)
  }

  /** Returns this log with an existing fold over its first events. Later events are added to this fold. */
  continueUnitFold(fold: UnitFold | null = null): Log {
    return new Log(new Strand(this.strand.sources.slice(0, this.stretches), fold))
  }

  /** Conversation units of this version. To form them, folding continues from the version that was read last. */
  get units(): UnitFold {
    const { strand } = this
    if (strand.fold.events <= this.length) {
      strand.fold = strand.scan(strand.fold, this.length)
      return strand.fold
    }
    this.own ??= strand.scan(new UnitFold(), this.length)
    return this.own
  }

  /** Returns the state keys after this version's events. */
  keys(initial: Keys): Keys {
    return this.keysAt(initial, this.length)
  }

  /** Returns the state keys after the first `length` events, computed from the nearest stored keys before. */
  keysAt(initial: Keys, length: number): Keys {
    const { strand } = this
    const { states } = strand
    let { events, keys } = this.nearestKnownKeys(initial, length)
    for (; events < length; events++) {
      const event = this.event(events)
      const to = event.actions?.rewind?.to ?? events
      keys = keys.keysAfterEvent(event)
      if (to < events) keys = keys.keysAfterRewind(this.keysAt(initial, to))
      // Keys are stored after each rewind. So there is no rewind between the stored keys and this position.
      const most = to < events ? 0 : fewEvents
      if (events - (states.at(-1)?.events ?? 0) >= most) states.push({ events: events + 1, keys })
    }
    strand.latest = { events: length, keys }
    return keys
  }

  /** Returns the last stored state keys at or before a position. */
  private nearestKnownKeys(initial: Keys, length: number): KeysAt {
    const { states, latest } = this.strand
    const known = firstIndex(states.length, index => (states[index] as KeysAt).events > length) - 1
    const state = states[known] ?? { events: 0, keys: initial }
    return latest !== null && latest.events <= length && latest.events > state.events ? latest : state
  }
}
