import {
  type Calibration,
  calibrate,
  isCalibration,
  isPlausible,
  knownFactor,
} from '../../count/calibration.ts'
import { isObject } from '../../ir/json.ts'
import type { DecisionKind, Plan, PlannedUsage } from '../../ir/plan.ts'
import type { Session } from '../../session/session.ts'
import type { Outcomes } from '../../session/unit/outcomes.ts'
import { readStoredCount } from '../../session/unit/stored-count.ts'
import { type Calibrated, noUsage } from '../contract/core-input.ts'

/** Answer to an earlier request, with its agent and branch. */
interface Answered {
  readonly session: Session
  readonly agent: string
  readonly branch: string
  readonly model: string | null
}

/**
 * Whether a value is valid usage in a plan. A plan may come from an untrusted source. A factor or a ratio that no
 * report can produce would make the bounds of the token counts useless.
 */
export const isPlannedUsage = (value: unknown): value is PlannedUsage =>
  isObject(value) &&
  Number.isFinite(value.estimate) &&
  (value.factor === null || isPlausible(value.factor)) &&
  isCalibration(value.reports)

/**
 * Returns the reports of an earlier plan, plus what was reported since: counts of requests, and the usage of the answer
 * to the planned request.
 */
export function usageFromPlan(plan: Plan | null, answered: Answered): Calibrated {
  const { outcomes } = answered.session.units
  if (plan?.usage === undefined) return { ...noUsage, reports: withCounts(noUsage.reports, outcomes, 0) }
  const { estimate, factor } = plan.usage
  const reports = withCounts(plan.usage.reports, outcomes, plan.head.events)
  const reported = inputReportedAfter(plan.head.events, answered)
  const { model } = answered
  if (reported === null || model === null) return { factor, reports }
  return { factor, reports: calibrate(reports, { model, estimate, reported }) }
}

/** Returns reports with the counts of requests that a session contains from an event on. */
const withCounts = (reports: Calibration, { counts }: Outcomes, from: number): Calibration =>
  counts
    .filter(({ seq }) => seq >= from)
    .flatMap(({ outcome }) => ('output' in outcome ? (readStoredCount(outcome.output) ?? []) : []))
    .reduce(calibrate, reports)

/** Returns the input tokens that an agent's first answer after a number of events reports; null if it reports none. */
function inputReportedAfter(events: number, { session, agent, branch }: Answered): number | null {
  for (let seq = events; seq < session.length; seq++) {
    const { author, branch: place, actions } = session.event(seq)
    if (author === agent && place === branch && actions?.usage)
      // After a compaction, the provider counts the shortened context, not the request.
      return actions.usage.compaction === undefined ? actions.usage.inputTokens : null
  }
  return null
}

/** Kinds of decisions that drop or shorten history because the token limit was reached. */
const trims: readonly DecisionKind[] = ['trim', 'limit', 'shorten', 'supplementary']

/**
 * Returns the factor to use for estimates after a compile; undefined to keep the current factor. The factor changes
 * only if the token limit changed the content that is sent. Otherwise the requests keep their prefix.
 */
export function adoptedFactor(
  { factor, reports }: Calibrated,
  model: string | null,
  { ok, plan }: { readonly ok: boolean; readonly plan: Plan | null },
  earlier: Plan | null,
): number | undefined {
  if (model === null) return undefined
  const next = knownFactor(reports, model)
  if (next === null || next === factor) return undefined
  return !ok || trimDecisionsText(plan) !== trimDecisionsText(earlier) ? next : undefined
}

/** Returns a text that identifies those decisions of a plan that the token limit caused. */
function trimDecisionsText(plan: Plan | null): string {
  if (plan === null) return ''
  const cuts = plan.decisions.filter(({ kind }) => trims.includes(kind))
  return JSON.stringify(cuts.map(({ kind, units, hash }) => [kind, units, hash]))
}
