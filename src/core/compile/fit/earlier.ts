import type { Decision, Plan } from '../../ir/plan.ts'
import type { Supplementary } from './window.ts'

/** Decisions of an earlier plan that still apply. */
export interface Earlier {
  readonly plan: Plan
  /** Ordinal of the unit at which the history began. */
  readonly start: number
  /** Units before `start` that were sent because they were required then, for example since a call had no result. */
  readonly carried: readonly number[]
  /** Sequence number of an event: reasoning of earlier events is dropped. */
  readonly reasoningFrom: number
  /** Ordinal of a unit: earlier units are compacted if their clause allows it. */
  readonly compactBefore: number
  readonly supplementary: Supplementary
  /** First unit of each clause of the policy, by its `atMost`. */
  readonly limits: readonly number[]
  /** Number of events that the session had. */
  readonly head: number
  /** Decisions of the plan that are still valid. */
  readonly decisions: readonly Decision[]
  /** Names of changed declarations, as text; null if none changes the request's beginning. */
  readonly changed: string | null
}
