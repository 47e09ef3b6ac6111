import type { Event } from './event.ts'
import { firstIndex } from './first-index.ts'
import type { Source } from './sink.ts'
import { KeyFold, type Keys } from './state.ts'
import { Strand } from './strand.ts'
import { UnitFold } from './unit-fold.ts'

/** Events that are folded again rather than that another copy of the keys is kept. */
const fewEvents = 64

/**
 * A version of a session's log: the first so many stretches of a strand that longer versions share. Adding to the
 * longest version adds to the strand, so that its cost is what is added; adding to an older one begins another.
 */
export class Log {
  readonly length: number
  private readonly strand: Strand
  /** How many of the strand's stretches belong to this version. */
  private readonly stretches: number
  /** The units of a version that its strand has grown beyond. */
  private own: UnitFold | undefined
  private isFolding = false

  private constructor(strand: Strand) {
    this.strand = strand
    this.stretches = strand.sources.length
    this.length = strand.length
  }

  /** A log of one stretch. */
  static of(source: Source): Log {
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
  with(source: Source): Log {
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

  /** The keys after this version's events, from the nearest place where they are known. */
  keys(initial: Keys): Keys {
    return this.keysAt(initial, this.length)
  }

  /** The keys after the first so many events. Do not hold them: a later place that is asked for changes them. */
  keysAt(initial: Keys, length: number): Keys {
    const { strand } = this
    const { latest } = strand
    if (latest === null || latest.events > length) {
      const from = this.stateBefore(initial, length)
      const fold = new KeyFold(from.keys)
      this.foldKeys(initial, fold, from.events, length)
      // Another fold may be under way, which asks for what is before a rewind.
      if (latest === null && !this.isFolding) strand.latest = { events: length, fold }
      return fold.keys
    }
    if (latest.events < length) {
      strand.latest = null
      this.isFolding = true
      this.foldKeys(initial, latest.fold, latest.events, length)
      this.isFolding = false
      strand.latest = { events: length, fold: latest.fold }
    }
    return latest.fold.keys
  }

  private foldKeys(initial: Keys, fold: KeyFold, from: number, to: number): void {
    for (let events = from; events < to; events++) {
      const event = this.event(events)
      const rewind = event.actions?.rewind
      fold.add(event)
      if (rewind && rewind.to < events) fold.takeBack(this.keysAt(initial, rewind.to))
    }
    const { states } = this.strand
    const known = states.at(-1)?.events ?? 0
    if (to - known > fold.keys.size + fewEvents) states.push({ events: to, keys: new Map(fold.keys) })
  }

  /** The last place up to one at which the keys are known. */
  private stateBefore(initial: Keys, length: number): { readonly events: number; readonly keys: Keys } {
    const { states } = this.strand
    const known = firstIndex(states.length, index => (states[index]?.events as number) > length) - 1
    return states[known] ?? { events: 0, keys: initial }
  }
}
