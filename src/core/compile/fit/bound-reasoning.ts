import { type Edit, editFacts } from '../../ir/edit.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { UnitTable } from '../../session/unit/unit-table.ts'
import { dropsUnitsOfEarlierRequest } from './changes.ts'
import type { Choice, History } from './choice.ts'
import type { Earlier } from './earlier.ts'
import type { Emitted } from './fragments.ts'
import { hasOneTurnEnded } from './one-turn.ts'
import { type Window, windowAt } from './window.ts'

/** Returns a history without any reasoning and otherwise unchanged. */
export function dropReasoning(choice: Choice, history: History): History {
  const { start, required, waiting, cause, compactBefore, supplementary, limits } = history
  const reasoningFrom = choice.session.length
  const frame = { ...choice, required, carried: waiting, reasoningFrom, compactBefore, supplementary }
  const window = windowAt(frame, start, null) as Window
  return {
    ...window,
    fits: true,
    cause,
    required,
    reasoningFrom,
    dropsReasoning: true,
    compactBefore,
    supplementary,
    limits,
  }
}

/** Whether any unit before a given unit was in the earlier request and has gained content since then. */
function hasGrown(rows: UnitTable, since: number, before: number): boolean {
  const { spans } = rows
  for (let index = spans.firstRunFrom(since); index < spans.length; index++) {
    const unit = spans.unitOf(index)
    if (unit < before && rows.seqOf(unit) < since) return true
  }
  return false
}

/** Whether a summary that is newer than the earlier request is placed before a given unit. */
const hasNewSummary = (rows: UnitTable, since: number, before: number): boolean =>
  rows.covers.places().some(([place, by]) => place < before && rows.seqOf(by) >= since)

/** Whether content before a unit has changed since the earlier request. */
const hasChangesBefore = (session: SessionView, earlier: Earlier, unit: number): boolean =>
  dropsUnitsOfEarlierRequest(session, earlier) ||
  hasGrown(session.units.rows, earlier.head, unit) ||
  hasNewSummary(session.units.rows, earlier.head, unit)

/** Whether a unit that is newer than the earlier request has changed its form since later reasoning was made. */
function hasChangedUnits(
  { session, earlier }: Choice,
  sent: readonly Emitted[],
  newest: number,
  edits: ReadonlyMap<number, readonly Edit[]>,
): boolean {
  const { units } = session
  const since = earlier?.head ?? 0
  const isChanged = (fragment: Emitted): boolean =>
    (edits.get(fragment.ordinal) ?? fragment.edits).some(edit => editFacts[edit].breaksReasoning)
  for (let index = sent.length - 1; index >= 0; index--) {
    const fragment = sent[index] as Emitted
    const { ordinal, reasoning } = fragment
    // A moved unit keeps its old event number, so this number must not end the search.
    if (units.orderOf(ordinal) !== ordinal) continue
    if (units.rows.seqOf(ordinal) < since) return false
    if (ordinal >= newest && reasoning === 0) continue
    if (ordinal < newest && wasShown(fragment) && isChanged(fragment)) return true
  }
  return false
}

/**
 * Whether an earlier request contained a unit. It did if the unit has messages now, or if edits removed all of the
 * unit's messages.
 */
const wasShown = ({ messages, edits, passing }: Emitted): boolean =>
  messages.length > 0 || edits.includes('reduced') || passing === 'over'

/** Whether the history now drops a unit that was sent before a newer unit when the newer unit was made. */
function dropsUnitBefore({ units }: SessionView, { start, floor, before }: History, newest: number): boolean {
  const { rows } = units
  for (let ordinal = floor?.from ?? 0; ordinal < newest; ordinal++) {
    const isKept = before.has(ordinal) || (ordinal >= start && !units.isHidden(ordinal))
    // Units that the model had not seen when it wrote the reasoning do not count.
    if (!isKept && units.orderOf(ordinal) < newest && !rows.isEmpty(ordinal) && !units.isForOthers(ordinal))
      return true
  }
  return false
}

/**
 * Whether content was changed or dropped before reasoning that is bound to it. With a plan, only changes since the
 * earlier request are checked, because units of earlier requests are sent in the same form.
 */
export function mustDropReasoning(
  choice: Choice,
  history: History,
  edits: ReadonlyMap<number, readonly Edit[]>,
): boolean {
  const { session, bindsReasoning, earlier } = choice
  const { sent, stubs } = history
  const newest = sent.findLast(({ reasoning }) => reasoning > 0)?.ordinal ?? -1
  if (!bindsReasoning || newest < 0) return false
  // A response that may contain a second model call is always checked, because it may have begun before the earlier
  // request.
  if (sent.some(({ reasoning, unsure }) => reasoning > 0 && unsure)) return true
  if (earlier !== null) {
    if (hasChangesBefore(session, earlier, newest) || hasOneTurnEnded(session, earlier, sent, newest))
      return true
    const isOlder = session.units.rows.seqOf(newest) < earlier.head
    return !isOlder && hasChangedUnits(choice, sent, newest, edits)
  }
  // Declarations are placed before all messages, and earlier requests did not have the declarations that are added
  // here.
  if (stubs.names.length > 0) return true
  return hasChangedUnits(choice, sent, newest, edits) || dropsUnitBefore(session, history, newest)
}
