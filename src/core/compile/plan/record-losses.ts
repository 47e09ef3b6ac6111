import type { LossReason } from '../../ir/loss.ts'
import type { DecisionKind } from '../../ir/plan.ts'
import type { ReasoningChange } from '../loss/losses.ts'
import type { DecisionRecorder } from './recorder.ts'

const declared: readonly DecisionKind[] = ['config-change']

/** Kinds of decisions that cost reasoning, by the reason of the loss. The first that was made now gets the loss. */
const decisionsBy: Readonly<Partial<Record<LossReason, readonly DecisionKind[]>>> = {
  ...{ model: declared, target: declared, agent: declared, 'end-user': declared },
  ...{ instruction: declared, schema: declared, effort: declared, 'larger-budget': declared },
  protected: ['redact'],
  tools: ['config-change', 'tools'],
  window: ['config-change', 'slide', 'limit', 'selection'],
  rewind: ['rewind'],
  pass: ['passes'],
  budget: ['trim', 'shorten', 'supplementary', 'limit'],
  summary: ['summary'],
  compaction: ['compact'],
  state: ['state'],
}

/**
 * Adds the lost reasoning to the decisions that caused it. If no other decision explains why reasoning of the earlier
 * request is missing, the loss is a decision of its own.
 */
export function recordLosses(
  recorder: DecisionRecorder,
  { losses, changed }: ReasoningChange,
  reasoningFrom: number,
): void {
  for (const loss of losses) {
    const kinds = decisionsBy[loss.reason] ?? []
    if (recorder.addLoss(loss, [...kinds, 'reasoning']) || !changed.has(loss.reason)) continue
    recorder.renew('reasoning', loss.reason, String(reasoningFrom))
    recorder.addLoss(loss, ['reasoning'])
  }
}
