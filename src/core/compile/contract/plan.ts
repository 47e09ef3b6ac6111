import type { DecisionKind, Plan } from '../../ir/plan.ts'
import { digest } from '../../text/digest.ts'
import { toJson } from '../../text/json.ts'

/** Returns the checksum by which a modified plan is detected. */
export function planChecksum({
  fingerprint,
  head,
  decisions,
  reasoning,
  alive,
  content,
  declared,
  usage,
  cache,
  compaction,
  step,
  budgetCost,
}: Omit<Plan, 'check' | 'version'>): string {
  return digest(
    toJson([
      Object.values(fingerprint),
      head,
      decisions,
      reasoning,
      ...(alive ? [{ alive }] : []),
      ...(content === undefined ? [] : [{ content }]),
      ...(declared === undefined ? [] : [{ declared }]),
      ...(usage ? [usage] : []),
      ...(cache ? [cache] : []),
      ...(compaction ? [{ compaction }] : []),
      ...(step === undefined ? [] : [step]),
      ...(budgetCost ? ['budgetCost'] : []),
    ]),
  ).slice(0, 12)
}

/** Kinds of decisions, in the order of the parts of a request that they affect. */
export const decisionOrder: readonly DecisionKind[] = [
  'config-change',
  'tools',
  'compact',
  'summary',
  'rewind',
  'redact',
  'state',
  'slide',
  'trim',
  'limit',
  'shorten',
  'supplementary',
  'selection',
  'passes',
  'beside',
  'reasoning',
]
