import { type Edit, editFacts } from '../../ir/edit.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { UnitTable } from '../../session/unit/unit-table.ts'
import { hidesSent } from './changes.ts'
import type { Choice, History } from './choice.ts'
import type { Earlier } from './earlier.ts'
import type { Emitted } from './fragments.ts'
import { type Window, windowAt } from './window.ts'

/** The same history without any reasoning. */
export function dropReasoning(choice: Choice, history: History): History {
  const { start, required, waiting, compactBefore, supplementary, limits } = history
  const reasoningFrom = choice.session.length
  const frame = { ...choice, required, carried: waiting, reasoningFrom, compactBefore, supplementary }
  const window = windowAt(frame, start, null) as Window
  return {
    ...window,
    fits: true,
    required,
    reasoningFrom,
    dropsReasoning: true,
    compactBefore,
    supplementary,
    limits,
  }
}

/** The last fragment before one that shows something. */
function shownBefore(sent: readonly Emitted[], index: number): Emitted | undefined {
  for (let before = index - 1; before >= 0; before--)
    if ((sent[before] as Emitted).messages.length > 0) return sent[before]
  return undefined
}

/** Whether a unit that an earlier request held gained something since, and stands before another. */
function hasGrown(rows: UnitTable, since: number, before: number): boolean {
  const { spans } = rows
  for (let index = spans.firstOf(since); index < spans.length; index++) {
    const unit = spans.unitOf(index)
    if (unit < before && rows.seqOf(unit) < since) return true
  }
  return false
}

/** Whether a summary that no earlier request held stands before a unit. */
const isToldAnew = (rows: UnitTable, since: number, before: number): boolean =>
  rows.covers.places().some(([place, by]) => place < before && rows.seqOf(by) >= since)

/** Whether something before a unit is not as an earlier request had it. */
const changesBefore = (session: SessionView, earlier: Earlier, unit: number): boolean =>
  hidesSent(session, earlier) ||
  hasGrown(session.units.rows, earlier.head, unit) ||
  isToldAnew(session.units.rows, earlier.head, unit)

/** Whether a unit that is sent since an earlier request is shown otherwise than it was when later units were made. */
function showsOtherwise(
  { session, backEnd, earlier }: Choice,
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
    // A unit that was moved here says nothing about those before it.
    if (units.orderOf(ordinal) !== ordinal) continue
    if (units.rows.seqOf(ordinal) < since) return false
    if (ordinal >= newest && reasoning === 0) continue
    // An answer right behind an answer was asked for by a filler, which is not there any more.
    if (reasoning > 0 && backEnd.idle(shownBefore(sent, index))) return true
    if (ordinal < newest && wasShown(fragment) && isChanged(fragment)) return true
  }
  return false
}

/** Whether a unit was in a request: one that never showed anything was in none, one that lost all it had was in one. */
const wasShown = ({ messages, edits }: Emitted): boolean => messages.length > 0 || edits.includes('reduced')

/** Whether a unit is left out that stood before another when that was made. */
function leavesOutBefore({ units }: SessionView, { start, floor, before }: History, newest: number): boolean {
  const { rows } = units
  for (let ordinal = floor ?? 0; ordinal < newest; ordinal++) {
    const isKept = before.has(ordinal) || (ordinal >= start && !units.isHidden(ordinal))
    // No reasoning was made after a unit that its author never saw.
    if (!isKept && units.orderOf(ordinal) < newest && !rows.isEmpty(ordinal) && !units.isForOthers(ordinal))
      return true
  }
  return false
}

/**
 * Whether reasoning that is bound to what precedes it has lost some of that, or finds it changed. What earlier requests
 * held was sent as it is now, so that with a plan only what came since is looked at.
 */
export function losesReasoning(
  choice: Choice,
  history: History,
  edits: ReadonlyMap<number, readonly Edit[]>,
): boolean {
  const { session, bindsReasoning, earlier } = choice
  const { sent, stubs } = history
  const newest = sent.findLast(({ reasoning }) => reasoning > 0)?.ordinal ?? -1
  if (!bindsReasoning || newest < 0) return false
  if (earlier !== null) {
    if (changesBefore(session, earlier, newest)) return true
    const isOlder = session.units.rows.seqOf(newest) < earlier.head
    return !isOlder && showsOtherwise(choice, sent, newest, edits)
  }
  // Declarations stand before everything, and those made up here were not there.
  if (stubs.names.length > 0) return true
  return showsOtherwise(choice, sent, newest, edits) || leavesOutBefore(session, history, newest)
}
