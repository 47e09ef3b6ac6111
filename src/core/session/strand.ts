import type { Event } from '../ir/event.ts'
import { firstIndex } from '../text/list.ts'
import type { Keys } from './keys.ts'
import { type CountingRewind, skippedBy } from './unit/rewinds.ts'
import type { FactSink, LogSource } from './unit/sink.ts'
import { SkippedEvents } from './unit/skipped-events.ts'
import { UnitFold } from './unit/unit-fold.ts'

/** Number of event objects to keep. */
const remembered = 8

/** Maximum number of events for which it is remembered that they have no unread fields. */
const mostWholes = 1_024

/** State keys after the first `events` events. */
export interface KeysAt {
  readonly events: number
  readonly keys: Keys
}

/**
 * Log that all versions of one session share: its events, in stretches (groups appended together), and the results of
 * folding them. Stretches are only added.
 */
export class Strand {
  readonly sources: LogSource[] = []
  private formed: UnitFold | null
  /** State keys at some positions, in order: after each rewind, and after many events without a rewind. */
  readonly states: KeysAt[] = []
  /** State keys at the last requested position. */
  latest: KeysAt | null = null
  private readonly starts: number[] = []
  /**
   * Event objects that were created recently, by the last digits of their position. Code that reads a message part by
   * part requests the same event repeatedly.
   */
  private readonly recent: Event[] = []
  /**
   * Events that are known to have no unread fields. Otherwise, each time a conversation unit grows, all its events
   * would be checked again.
   */
  private readonly wholes = new Set<number>()
  length = 0

  constructor(sources: readonly LogSource[], fold: UnitFold | null = null) {
    this.formed = fold
    for (const source of sources) this.add(source)
  }

  /** Conversation units of the first `fold.events` events. */
  get fold(): UnitFold {
    this.formed ??= new UnitFold()
    return this.formed
  }

  set fold(fold: UnitFold) {
    this.formed = fold
  }

  add(source: LogSource): void {
    this.starts.push(this.length)
    this.sources.push(source)
    this.length += source.length
  }

  /** Returns the event at a position inside the strand (log that several versions of a session share). */
  event(seq: number): Event {
    const known = this.recent[seq % remembered]
    if (known?.seq === seq) return known
    const stretch = this.stretchIndexAt(seq)
    const event = (this.sources[stretch] as LogSource).event(seq - (this.starts[stretch] as number), seq)
    this.recent[seq % remembered] = event
    return event
  }

  /** Returns the event at a position, in its stored form. */
  stored(seq: number): Event {
    const stretch = this.stretchIndexAt(seq)
    const source = this.sources[stretch] as LogSource
    return source.stored?.(seq - (this.starts[stretch] as number), seq) ?? this.event(seq)
  }

  /** Returns pointers to the fields of a caller's input that the event at a position does not include. */
  unread(seq: number): readonly string[] {
    if (this.wholes.has(seq)) return []
    const stretch = this.stretchIndexAt(seq)
    const source = this.sources[stretch] as LogSource
    const unread = source.unread?.(seq - (this.starts[stretch] as number)) ?? []
    if (unread.length === 0) {
      if (this.wholes.size === mostWholes) this.wholes.clear()
      this.wholes.add(seq)
    }
    return unread
  }

  /**
   * Passes events to a fold: all that it has not processed yet, up to a position. If a rewind among them brings events
   * back, returns another fold, which has processed all events as the rewinds that count demand.
   */
  scan(fold: UnitFold, to: number): UnitFold {
    if (fold.events === to) return fold
    fold.eventAt = seq => this.event(seq)
    fold.reserveEvents(to - fold.events)
    this.passEvents(() => fold, fold.events, to)
    return fold.isOutdated ? this.scanAnew(fold.rewinds.counting(), to) : fold
  }

  /** Passes the first events to a new fold, without the effects of those that a later rewind skips. */
  private scanAnew(rewinds: readonly CountingRewind[], to: number): UnitFold {
    const isSkipped = skippedBy(rewinds)
    const fold = new UnitFold()
    const skipped = new SkippedEvents(fold)
    fold.eventAt = seq => this.event(seq)
    fold.reserveEvents(to)
    this.passEvents(seq => (isSkipped(seq) ? skipped : fold), 0, to)
    fold.isOutdated = false
    return fold
  }

  private passEvents(sinkFor: (seq: number) => FactSink, from: number, to: number): void {
    for (let stretch = this.stretchIndexAt(from), next = from; next < to; stretch++) {
      const source = this.sources[stretch] as LogSource
      const start = this.starts[stretch] as number
      const end = Math.min(source.length, to - start)
      for (let index = next - start; index < end; index++) source.scan(index, sinkFor(start + index))
      next = start + end
    }
  }

  /** Returns the index of the stretch (events that were appended together) that contains a position. */
  private stretchIndexAt(seq: number): number {
    return firstIndex(this.starts.length - 1, stretch => (this.starts[stretch + 1] as number) > seq)
  }
}
