import type { Compaction, EffectOutcome, Event, Rewind, StateDelta } from '../../ir/event.ts'
import type { PartKind } from '../../ir/part.ts'
import type { RunAction } from '../../ir/run-action.ts'

/** Meaning of an event for the units besides its content. */
export interface EventFlags {
  readonly critical: boolean
  readonly compaction: Compaction | undefined
  readonly rewind: Rewind | undefined
  readonly effect: EffectOutcome | undefined
  readonly state?: StateDelta | undefined
  /** Marks of a runner. */
  readonly run?: RunAction | undefined
}

/** Takes what a fold must know of each event, so that events and parts need not be made. */
export interface Sink {
  /** The next event begins. */
  event(author: string, branch: string, response: string, marks?: EventFlags): void
  /** Its next part, other than a call or a result. `size` is in UTF-16 units of content. */
  part(kind: Exclude<PartKind, 'tool-call' | 'tool-result'>, size: number): void
  /** `given` are its arguments: a call that was stored twice has the same. */
  call(id: string, name: string, size: number, given: unknown): void
  result(id: string, name: string, size: number): void
  /** The event ends; one without parts is a message without content unless it acted. */
  end(acted: boolean): void
  /** Takes a number that distinguishes the ended event from others of its form, if the source has one. */
  mark(value: number): void
}

/** A stretch of a session's log, in whatever form the caller had it. */
export interface LogSource {
  readonly length: number
  /** Makes the event at `index` of this stretch; `seq` is its place in the session. */
  event(index: number, seq: number): Event
  /** Tells a fold what the event at `index` holds: the same parts, in the same order, as `event` makes. */
  scan(index: number, sink: Sink): void
  /** The event at `index` as it was stored, where that holds what this release does not read; else undefined. */
  stored?(index: number, seq: number): Event | undefined
  /** Places in the input, each `i:` and a JSON pointer, of what the event at `index` was given and does not hold. */
  unread?(index: number): readonly string[]
}
