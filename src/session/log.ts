import type { Event } from '../ir/event.ts'
import { firstIndex } from '../text/first-index.ts'
import type { Keys } from './keys.ts'
import { type KeysAt, Strand } from './strand.ts'
import type { LogSource } from './unit/sink.ts'
import { UnitFold } from './unit/unit-fold.ts'

/** So many events are folded again rather than that the keys after each are kept. */
const fewEvents = 64

/**
 * A version of a session's log: the first so many stretches of a strand that longer versions share. Adding to the
 * longest version adds to the strand, so that its cost is what is added; adding to an older one begins another.
 */
export class Log {
  readonly length: number
  private readonly strand: Strand
  /** Number of the strand's stretches that belong to this version. */
  private readonly stretches: number
  /** The units of a version that its strand has grown beyond. */
  private own: UnitFold | undefined

  private constructor(strand: Strand) {
    this.strand = strand
    this.stretches = strand.sources.length
    this.length = strand.length
  }

  /** A log of one stretch. */
  static of(source: LogSource): Log {
    return new Log(new Strand([source]))
  }

  /** The event at a place; throws a RangeError outside the log. */
  event(seq: number): Event {
    if (!(seq >= 0 && seq < this.length)) throw new RangeError(`no event ${seq} in a log of ${this.length}`)
    return this.strand.event(seq)
  }

  /** Places in the input of what the event at a place was given and does not hold. */
  unread(seq: number): readonly string[] {
    return this.strand.unread(seq)
  }

  /** The events in the form in which they are stored. */
  stored(): readonly Event[] {
    return Array.from({ length: this.length }, (_, seq) => this.strand.stored(seq))
  }

  /** This log with one more stretch. */
  with(source: LogSource): Log {
    const { strand, stretches } = this
    const isLongest = strand.sources.length === stretches
    const longer = isLongest ? strand : new Strand(strand.sources.slice(0, stretches))
    longer.add(source)
    return new Log(longer)
  }

  /** This log, whose units are folded on from where a fold over its very beginning is. */
  foldedOn(fold: UnitFold): Log {
    return new Log(new Strand(this.strand.sources.slice(0, this.stretches), fold))
  }

  /** The units, folded on from where the last version that was asked had them. */
  get units(): UnitFold {
    const { fold } = this.strand
    if (fold.events <= this.length) {
      this.strand.scan(fold, this.length)
      return fold
    }
    if (!this.own) {
      this.own = new UnitFold()
      this.strand.scan(this.own, this.length)
    }
    return this.own
  }

  /** The keys after this version's events. */
  keys(initial: Keys): Keys {
    return this.keysAt(initial, this.length)
  }

  /** The keys after the first so many events, folded on from the nearest place where they are known. */
  keysAt(initial: Keys, length: number): Keys {
    const { strand } = this
    const { states } = strand
    let { events, keys } = this.knownBefore(initial, length)
    for (; events < length; events++) {
      const event = this.event(events)
      const to = event.actions?.rewind?.to ?? events
      keys = keys.after(event)
      if (to < events) keys = keys.backTo(this.keysAt(initial, to))
      // Known after each rewind, so that no fold from a known place ever meets one.
      const most = to < events ? 0 : fewEvents
      if (events - (states.at(-1)?.events ?? 0) >= most) states.push({ events: events + 1, keys })
    }
    strand.latest = { events: length, keys }
    return keys
  }

  /** The last place up to one at which the keys are known. */
  private knownBefore(initial: Keys, length: number): KeysAt {
    const { states, latest } = this.strand
    const known = firstIndex(states.length, index => (states[index] as KeysAt).events > length) - 1
    const state = states[known] ?? { events: 0, keys: initial }
    return latest !== null && latest.events <= length && latest.events > state.events ? latest : state
  }
}
