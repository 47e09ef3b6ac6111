import type { Event } from '../ir/event.ts'
import { firstIndex } from '../text/first-index.ts'
import type { Keys } from './keys.ts'
import type { LogSource } from './unit/sink.ts'
import { UnitFold } from './unit/unit-fold.ts'

/** Events that are kept when they were made. */
const remembered = 8

/** So many events are known to hold all that they were given. */
const mostWholes = 1_024

/** The keys of the state after so many events. */
export interface KeysAt {
  readonly events: number
  readonly keys: Keys
}

/** Events that the versions of one session share, in append-only stretches, and what is folded from them. */
export class Strand {
  readonly sources: LogSource[] = []
  /** Units of the first `fold.events` events. */
  readonly fold: UnitFold
  /** The keys at some places, first to last: after each rewind, and where many events have come since. */
  readonly states: KeysAt[] = []
  /** The keys at the place that was asked for last. */
  latest: KeysAt | null = null
  private readonly starts: number[] = []
  /** The events that were made last, in turn: what reads a message part by part asks for it again and again. */
  private readonly recent: Event[] = []
  private made = 0
  /** Events that hold all that they were given: a unit that grows asks again for each of its events. */
  private readonly wholes = new Set<number>()
  length = 0

  constructor(sources: readonly LogSource[], fold = new UnitFold()) {
    this.fold = fold
    for (const source of sources) this.add(source)
  }

  add(source: LogSource): void {
    this.starts.push(this.length)
    this.sources.push(source)
    this.length += source.length
  }

  /** The event at a place inside the strand. */
  event(seq: number): Event {
    for (const known of this.recent) if (known.seq === seq) return known
    const stretch = this.stretchOf(seq)
    const event = (this.sources[stretch] as LogSource).event(seq - (this.starts[stretch] as number), seq)
    this.recent[this.made++ % remembered] = event
    return event
  }

  /** The event at a place, in the form in which it is stored. */
  stored(seq: number): Event {
    const stretch = this.stretchOf(seq)
    const source = this.sources[stretch] as LogSource
    return source.stored?.(seq - (this.starts[stretch] as number), seq) ?? this.event(seq)
  }

  /** Places in the input of what the event at a place was given and does not hold. */
  unread(seq: number): readonly string[] {
    if (this.wholes.has(seq)) return []
    const stretch = this.stretchOf(seq)
    const source = this.sources[stretch] as LogSource
    const unread = source.unread?.(seq - (this.starts[stretch] as number)) ?? []
    if (unread.length === 0) {
      if (this.wholes.size === mostWholes) this.wholes.clear()
      this.wholes.add(seq)
    }
    return unread
  }

  /** Tells a fold about the events that it has not seen, up to a place. */
  scan(fold: UnitFold, to: number): void {
    fold.expect(to - fold.events)
    for (let stretch = this.stretchOf(fold.events); fold.events < to; stretch++) {
      const source = this.sources[stretch] as LogSource
      const start = this.starts[stretch] as number
      const end = Math.min(source.length, to - start)
      for (let index = fold.events - start; index < end; index++) source.scan(index, fold)
    }
  }

  /** The stretch that holds a place. */
  private stretchOf(seq: number): number {
    return firstIndex(this.starts.length - 1, stretch => (this.starts[stretch + 1] as number) > seq)
  }
}
