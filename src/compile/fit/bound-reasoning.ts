import type { Edit } from '../../map/ledger.ts'
import type { UnitTable } from '../../session/unit/unit-table.ts'
import { hidesSent } from './changes.ts'
import type { Choice, History } from './choice.ts'
import type { Emitted } from './fragments.ts'
import { type Window, windowAt } from './window.ts'

/** The same history without any reasoning. */
export function withoutReasoning(choice: Choice, history: History): History {
  const { start, must, waiting, pressed, extras, limits } = history
  const reasoning = choice.session.length
  const frame = { ...choice, must, held: waiting, reasoning, pressed, extras }
  const window = windowAt(frame, start, null) as Window
  return { ...window, fits: true, must, reasoning, broken: true, pressed, extras, limits }
}

/** Edits after which text is no longer what a signature was made behind. */
const breaking: ReadonlySet<Edit> = new Set<Edit>([
  'repaired',
  'fenced',
  'reduced',
  'truncated',
  'compacted',
  'redacted',
  'projected',
  'deduplicated',
  'rendered',
  'rewritten',
])

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

/**
 * Whether reasoning that is bound to what precedes it has lost some of that, or finds it changed. What earlier requests
 * held was sent as it is now, so that with a plan only what came since is looked at.
 */
export function losesReasoning(
  { session, backEnd, bound, earlier }: Choice,
  { start, floor, before, sent, stubs }: History,
  edits: ReadonlyMap<number, readonly Edit[]>,
): boolean {
  const { units } = session
  const { rows } = units
  const newest = sent.findLast(({ reasoning }) => reasoning > 0)?.ordinal ?? -1
  if (!bound || newest < 0) return false
  // Declarations stand before everything, and those made up here were not there.
  if (earlier === null && stubs.names.length > 0) return true
  const since = earlier?.head ?? 0
  if (earlier !== null && hidesSent(session, earlier)) return true
  if (earlier !== null && (hasGrown(rows, since, newest) || isToldAnew(rows, since, newest))) return true
  if (rows.seqOf(newest) < since) return false
  const changed = (fragment: Emitted): boolean =>
    (edits.get(fragment.ordinal) ?? fragment.edits).some(edit => breaking.has(edit))
  for (let index = sent.length - 1; index >= 0; index--) {
    const fragment = sent[index] as Emitted
    // A unit that was moved here says nothing about those before it.
    if (units.orderOf(fragment.ordinal) !== fragment.ordinal) continue
    if (rows.seqOf(fragment.ordinal) < since) break
    if (fragment.ordinal >= newest && fragment.reasoning === 0) continue
    // An answer right behind an answer was asked for by a filler, which is not there any more.
    if (fragment.reasoning > 0 && backEnd.idle(shownBefore(sent, index))) return true
    // A unit that never showed anything was in no request; a unit that lost all it had was in one.
    const counts = fragment.messages.length > 0 || fragment.edits.includes('reduced')
    if (fragment.ordinal < newest && counts && changed(fragment)) return true
  }
  if (earlier !== null) return false
  for (let ordinal = floor ?? 0; ordinal < newest; ordinal++) {
    const kept = before.has(ordinal) || (ordinal >= start && !units.isHidden(ordinal))
    // No reasoning was made after a unit that its author never saw.
    if (!kept && units.orderOf(ordinal) < newest && !rows.isEmpty(ordinal) && !units.isForOthers(ordinal))
      return true
  }
  return false
}
