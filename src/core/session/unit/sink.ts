import type { Compaction, EffectOutcome, Event, Rewind, StateDelta } from '../../ir/event.ts'
import type { PartKind } from '../../ir/part.ts'
import type { RunAction } from '../../ir/run-action.ts'

/** Facts about an event, besides its content, that matter to units. */
export interface EventFlags {
  readonly critical: boolean
  readonly compaction: Compaction | undefined
  readonly rewind: Rewind | undefined
  readonly effect: EffectOutcome | undefined
  readonly state?: StateDelta | undefined
  /** Marks of a runner. */
  readonly run?: RunAction | undefined
}

/** Receiver of the facts that a fold needs about each event, so that events and parts need not be built. */
export interface Sink {
  /** Begins the next event. */
  event(author: string, branch: string, response: string, marks?: EventFlags): void
  /** Adds the event's next part, other than a call or a result. `size` is in UTF-16 units of content. */
  part(kind: Exclude<PartKind, 'tool-call' | 'tool-result'>, size: number): void
  /** Adds a call. `given` are its arguments, which are equal if a call was stored twice. */
  call(id: string, name: string, size: number, given: unknown): void
  result(id: string, name: string, size: number): void
  /** Takes the id of a call that the provider holds, so that no later call of the session is sent with it. */
  takeId(id: string): void
  /** Ends the event. One without parts is a message without content unless `acted` is true. */
  end(acted: boolean): void
  /** Takes a number that distinguishes the ended event from similar ones, if the source has one. */
  mark(value: number): void
}

/** A stretch of a session's log, in the caller's own form. */
export interface LogSource {
  readonly length: number
  /** The caller's events, by which the same stretch is recognized. */
  readonly inputs?: readonly object[]
  /** Returns the event at `index` of this stretch; `seq` is its place in the session. */
  event(index: number, seq: number): Event
  /** Passes the event at `index` to a fold: the same parts, in the same order, as `event` returns. */
  scan(index: number, sink: Sink): void
  /**
   * Returns the stored form of the event at `index`, if it has fields that this release does not know; else
   * undefined.
   */
  stored?(index: number, seq: number): Event | undefined
  /** Returns the places of input fields that the event at `index` does not hold, each as `i:` and a JSON pointer. */
  unread?(index: number): readonly string[]
}
