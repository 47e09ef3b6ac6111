import type { AgentDeclarations } from '../../ir/declared.ts'
import type {
  Compaction,
  DroppedReasoning,
  EffectOutcome,
  Event,
  Rewind,
  ShownContext,
  StateDelta,
} from '../../ir/event.ts'
import type { PartKind } from '../../ir/part.ts'
import type { RunAction } from '../../ir/run-action.ts'

/** Facts about an event, other than its content, that affect conversation units. */
export interface EventFlags {
  readonly critical: boolean
  readonly compaction: Compaction | undefined
  readonly rewind: Rewind | undefined
  readonly effect: EffectOutcome | undefined
  readonly shown?: ShownContext | undefined
  readonly state?: StateDelta | undefined
  readonly declared?: AgentDeclarations | undefined
  readonly dropped?: readonly DroppedReasoning[] | undefined
  /** Marks that a runner put on the event. */
  readonly run?: RunAction | undefined
}

/**
 * Receiver of the facts about each event from which conversation units are formed. With it, no event and part objects
 * need to be created.
 */
export interface FactSink {
  /** Begins the next event. */
  event(author: string, branch: string, response: string, marks?: EventFlags): void
  /**
   * Adds a part of the current event that is neither a call nor a result. `size` is the length of its content in UTF-16
   * units.
   */
  part(kind: Exclude<PartKind, 'tool-call' | 'tool-result'>, size: number): void
  /** Adds a call. `given` contains its arguments. If a call was stored twice, both copies have equal arguments. */
  call(id: string, name: string, size: number, given: unknown): void
  result(id: string, name: string, size: number): void
  /**
   * Reserves the id of a call that the provider stores, so that no later call of the session is sent with the same id.
   */
  takeId(id: string): void
  /** Ends the current event. An event without parts is an empty message unless `acted` is true. */
  end(acted: boolean): void
  /**
   * Receives a number that distinguishes the ended event from similar events. A log source without such numbers does
   * not call this function.
   */
  mark(value: number): void
}

/** A stretch of a session's log (events that were appended together), in the caller's own format. */
export interface LogSource {
  readonly length: number
  /** Caller's input events. By these objects, a session recognizes a stretch that it already has. */
  readonly inputs?: readonly object[]
  /** Returns the event at `index` of this stretch; `seq` is its position in the session. */
  event(index: number, seq: number): Event
  /** Passes the facts about the event at `index` to a sink: the same parts, in the same order, as `event` returns. */
  scan(index: number, sink: FactSink): void
  /**
   * Returns the stored form of the event at `index`, if it has fields that this release does not know; else
   * undefined.
   */
  stored?(index: number, seq: number): Event | undefined
  /**
   * Returns pointers to the input fields that the event at `index` does not include, each as `i:` and a JSON pointer.
   */
  unread?(index: number): readonly string[]
}
