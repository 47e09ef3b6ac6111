import type { LossReason } from '../../ir/loss.ts'
import type { Reason, UnitFate } from '../../map/ledger.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import { type Frame, isSentUnit } from './window.ts'

/** Parts of a history that decide why a unit is not sent. */
type WhyOmitted = Pick<Frame, 'floor' | 'required' | 'supplementary'> & { readonly start: number }

const omittedFate = (reason: Reason, fate: UnitFate['fate'] = 'omitted'): UnitFate => ({
  fate,
  edits: [],
  reason,
})

/** States of units that are not sent. */
export const omissions = {
  nothing: omittedFate('nothing-to-show'),
  handedOver: omittedFate('handed-over'),
  noRequest: omittedFate('no-request'),
  orphan: omittedFate('orphan-result'),
  copy: omittedFate('stored-twice'),
  moved: omittedFate('with-its-call'),
  empty: omittedFate('empty'),
  covered: omittedFate('covered-by-provider', 'covered'),
  told: omittedFate('covered-by-summary', 'covered'),
  noSummary: omittedFate('covers-nothing'),
  passedOver: omittedFate('passed-over'),
  turnOver: omittedFate('turn-over'),
  overBudget: omittedFate('over-budget'),
  outranked: omittedFate('outranked'),
} as const

/** Returns the state of a unit that is not sent, with the reason. `isSent`: nothing of it remains in the request. */
export function whyOmitted(
  session: SessionView,
  history: WhyOmitted | null,
  ordinal: number,
  isSent: boolean,
): UnitFate {
  const { rows } = session.units
  if (isSent) return omissions.nothing
  if (history === null) return omissions.noRequest
  // The position at which a summary is shown decides whether the summary is visible.
  const place = rows.covers.placeOf(ordinal)
  const unseen = session.units.whyUnseen(place ?? ordinal)
  if (unseen !== null) return omittedFate(unseen)
  if (rows.isCovered(ordinal)) return omissions.told
  if (rows.ownKindOf(ordinal) === 'summary') {
    if (place !== undefined) return omissions.overBudget
    return rows.covers.compactionOf(ordinal) ? omissions.told : omissions.noSummary
  }
  if (session.units.isHidden(ordinal)) {
    if (rows.isMoved(ordinal)) return omissions.moved
    const kind = rows.kindOf(ordinal)
    if (kind === 'compaction') return omissions.noSummary
    return kind === 'orphan' ? omissions.orphan : kind === 'copy' ? omissions.copy : omissions.empty
  }
  if (history.floor !== null && ordinal < history.floor.from) return omissions.covered
  const isOutranked = ordinal >= history.start && !isSentUnit({ session, ...history }, ordinal)
  return isOutranked ? omissions.outranked : omissions.overBudget
}

/** Reasons by the state of a unit that is not sent; a state that is not listed is a repair. */
const byState: Readonly<Partial<Record<Reason, LossReason>>> = {
  'over-budget': 'budget',
  outranked: 'budget',
  'covered-by-provider': 'compaction',
  'covered-by-summary': 'summary',
  'taken-back': 'rewind',
  'through-state': 'state',
  'other-branch': 'window',
  'other-agent': 'window',
  'other-declarations': 'instruction',
  'earlier-turn': 'window',
  'not-selected': 'window',
  'slid-out': 'window',
  'over-clause': 'window',
  archived: 'window',
}

/** Returns the reason for which a unit of earlier content is not sent. */
export const reasonOfOmission = (session: SessionView, history: WhyOmitted, unit: number): LossReason =>
  byState[whyOmitted(session, history, unit, false).reason] ?? 'repair'
