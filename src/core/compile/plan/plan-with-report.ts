import { calibrate } from '../../count/calibration.ts'
import type { Plan } from '../../ir/plan.ts'
import { sealPlan } from './plan-form.ts'

/**
 * Returns a plan with the input tokens that a provider reported for the planned request. The next compile that gets the
 * plan needs no event with this usage. An implausible report changes nothing.
 */
export function planWithReport(plan: Plan, model: string | null, inputTokens: number): Plan {
  const { version: _version, check: _check, ...planned } = plan
  if (planned.usage === undefined || model === null) return plan
  const { estimate, reports } = planned.usage
  const more = calibrate(reports, { model, estimate, reported: inputTokens })
  if (more === reports) return plan
  return sealPlan({ ...planned, usage: { ...planned.usage, reports: more } })
}
