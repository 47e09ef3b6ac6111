import type { Event } from './event.ts'
import type { Source } from './sink.ts'
import { KeyFold, type Keys } from './state.ts'
import { Strand } from './strand.ts'
import { UnitFold } from './unit-fold.ts'

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

  /** The keys after the first so many events. */
  keysAt(initial: Keys, length: number): Keys {
    const { states } = this.strand
    let known = states.length - 1
    while (known >= 0 && (states[known]?.events as number) > length) known--
    const from = states[known] ?? { events: 0, keys: initial }
    if (from.events === length) return from.keys
    const fold = new KeyFold(from.keys)
    for (let events = from.events; events < length; events++) {
      const event = this.event(events)
      const rewind = event.actions?.rewind
      fold.add(event)
      if (rewind && rewind.to < events) fold.takeBack(this.keysAt(initial, rewind.to))
    }
    const { keys } = fold
    if (known === states.length - 1) states.push({ events: length, keys })
    return keys
  }
}
