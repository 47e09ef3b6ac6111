import type { LossReason } from '../../ir/loss.ts'
import type { Decision, Plan } from '../../ir/plan.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { Supplementary } from './window.ts'

/** Decisions of an earlier plan that still apply. */
export interface Earlier {
  readonly plan: Plan
  /** Ordinal of the conversation unit at which the history began. */
  readonly start: number
  /**
   * Units before `start` that the earlier request contained because they were required at the time, for example because
   * a call had no result yet.
   */
  readonly carried: readonly number[]
  /** Sequence number of an event. Reasoning from before this event is dropped. */
  readonly reasoningFrom: number
  /** Reason for which earlier reasoning is dropped since the plan; null if the plan's reasoning is still valid. */
  readonly lostTo: LossReason | null
  /** Ordinal of a conversation unit. Earlier units are compacted if their clause allows it. */
  readonly compactBefore: number
  readonly supplementary: Supplementary
  /** First conversation unit within the `atMost` of each clause of the policy. */
  readonly limits: readonly number[]
  /** Number of events in the session at the time of the plan. */
  readonly head: number
  /** Decisions of the plan that are still valid. */
  readonly decisions: readonly Decision[]
  /**
   * Names of the declarations that changed since the plan, as text; null if no change affects the beginning of the
   * request.
   */
  readonly changed: string | null
}

/**
 * Whether a plan is that of the newest request that was answered, so that at most one answer is newer. The plans of
 * later requests are lost: they may have trimmed the history, or used a compaction.
 */
export function isOfNewestRequest({ units }: SessionView, { head }: Pick<Earlier, 'head'>): boolean {
  const { rows } = units
  let answers = 0
  for (let unit = rows.firstFrom(head); unit < rows.length && answers < 2; unit++)
    if (rows.kindOf(unit) === 'model' && rows.ownKindOf(unit) !== 'compaction' && !units.isHidden(unit))
      answers++
  return answers < 2
}
