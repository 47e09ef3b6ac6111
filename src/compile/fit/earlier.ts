import type { Decision, Plan } from '../contract/plan.ts'
import type { Supplementary } from './window.ts'

/** What an earlier plan still says. */
export interface Earlier {
  readonly plan: Plan
  /** Ordinal of the unit at which the history began. */
  readonly start: number
  /** Units before it that waited for results, and went along. */
  readonly held: readonly number[]
  /** Reasoning of earlier events than this one is left out. */
  readonly reasoning: number
  /** What may be compacted is so before this unit. */
  readonly pressed: number
  readonly extras: Supplementary
  /** By clause of the policy: where it begins. */
  readonly limits: readonly number[]
  /** How many events the session had. */
  readonly head: number
  /** Those decisions that still hold. */
  readonly decisions: readonly Decision[]
  /** What is declared differently since; null for nothing that changes the request's beginning. */
  readonly changed: string | null
}
