import { noHandler, summaryNotThere } from '../../diag/effect.ts'
import { eventOrigin } from '../../ir/origin.ts'
import { mergeToRequest } from './merges.ts'
import { type ReadySummaries, readySummaries } from './ready.ts'
import { summaryRules } from './rules.ts'
import { type SummaryAsking, segmentsToRequest } from './segments.ts'

/**
 * Decides which summaries replace older conversation units from now on, and requests the summaries that will be needed.
 * Returns null if no summary replaces units now.
 */
export function planSummaries(asking: SummaryAsking, begun: number): ReadySummaries | null {
  const { session, selection, history, wants } = asking
  const rules = summaryRules(selection)
  if (rules.length === 0) return null
  const givesWay = history.start > begun || !history.fits
  // If the history does not fit, there is no request. So no content was dropped for lack of a summary.
  const isDropped = history.start > begun && history.fits
  const at = eventOrigin(session.units.rows.seqOf(history.start), 0)
  if (!wants.summarizes) {
    if (isDropped) wants.note({ kind: 'summary none', say: places => noHandler('summarize', places), at })
    return null
  }
  const ready = readySummaries(asking, givesWay)
  if (ready.events.length > 0) return ready
  if (isDropped) wants.note({ kind: 'summary later', say: summaryNotThere, at })
  for (const effect of segmentsToRequest(asking)) wants.summarizeLater(effect)
  const merge = mergeToRequest(asking, rules)
  if (merge !== null) wants.summarizeLater(merge)
  return null
}
