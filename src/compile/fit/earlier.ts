import type { Decision, Plan } from '../contract/plan.ts'
import type { Supplementary } from './window.ts'

/** Decisions of an earlier plan that still apply. */
export interface Earlier {
  readonly plan: Plan
  /** Ordinal of the unit at which the history began. */
  readonly start: number
  /** Units before it that waited for results, and went along. */
  readonly carried: readonly number[]
  /** Reasoning of earlier events than this one is left out. */
  readonly reasoningFrom: number
  /** Ordinal of a unit: earlier units are compacted where they may be. */
  readonly compactBefore: number
  readonly supplementary: Supplementary
  /** By clause of the policy: where it begins. */
  readonly limits: readonly number[]
  /** Number of events that the session had. */
  readonly head: number
  /** Decisions that still hold. */
  readonly decisions: readonly Decision[]
  /** Names of changed declarations, as text; null if none changes the request's beginning. */
  readonly changed: string | null
}
