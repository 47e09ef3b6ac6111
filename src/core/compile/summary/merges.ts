import type { EffectOf } from '../../effect/effect.ts'
import type { SummaryRule } from './rules.ts'
import { noteSummaryFailure, type SummaryAsking } from './segments.ts'

/** Minimum number of summaries for merging them into one. */
const enough = 5

/** Returns the request for a summary that merges all sent summaries of one branch; null if none is needed. */
export function mergeToRequest(
  asking: SummaryAsking,
  [rule]: readonly SummaryRule[],
): EffectOf<'summarize'> | null {
  const { session, history, materials, wants } = asking
  const { rows } = session.units
  const shown = history.sent
    .map(({ ordinal }) => ordinal)
    .filter(unit => rows.covers.placeOf(unit) !== undefined && !rows.isCritical(unit))
  const [first = -1] = shown
  const units = shown.filter(unit => rows.branchOf(unit) === rows.branchOf(first))
  if (rule === undefined || units.length < enough) return null
  const covers = materials.joinRanges(units.flatMap(unit => rows.covers.compactionOf(unit)?.covers ?? []))
  const asked = wants.summary(materials.summarizeInput(rule, materials.materialOf(units)), covers)
  noteSummaryFailure(asked, asking)
  return asked.outcome === undefined ? asked.effect : null
}
