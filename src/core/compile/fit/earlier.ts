import type { Decision, Plan } from '../../ir/plan.ts'
import type { Supplementary } from './window.ts'

/** Decisions of an earlier plan that still apply. */
export interface Earlier {
  readonly plan: Plan
  /** Ordinal of the unit at which the history began. */
  readonly start: number
  /**
   * Units before `start` that were sent because they were required then, for example because a call had no result yet.
   */
  readonly carried: readonly number[]
  /** Sequence number of an event; reasoning from before this event is dropped. */
  readonly reasoningFrom: number
  /** Ordinal of a unit; units before it are compacted if their clause allows it. */
  readonly compactBefore: number
  readonly supplementary: Supplementary
  /** First unit of each clause of the policy, as limited by its `atMost`. */
  readonly limits: readonly number[]
  /** Number of events in the session at that time. */
  readonly head: number
  /** Decisions of the plan that are still valid. */
  readonly decisions: readonly Decision[]
  /** Names of changed declarations, as text; null if no change affects the beginning of the request. */
  readonly changed: string | null
}
