import { isMovingRequirement } from '../../context/selection/clause-state.ts'
import { type Edit, editFacts } from '../../ir/edit.ts'
import type { LossReason } from '../../ir/loss.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { UnitTable } from '../../session/unit/unit-table.ts'
import { inputBehindCompaction, isForgotten } from './behind-compaction.ts'
import { dropsUnitsOfEarlierRequest } from './changes.ts'
import type { Choice, History } from './choice.ts'
import { type Earlier, isOfNewestRequest } from './earlier.ts'
import type { Emitted } from './emitted.ts'
import { reasonOfOmission } from './omission.ts'
import { hasOneTurnEnded } from './one-turn.ts'
import { type Window, windowAt } from './window.ts'

/** Returns a history without any reasoning, which is lost for a reason, and otherwise unchanged. */
export function dropReasoning(choice: Choice, history: History, lostTo: LossReason): History {
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
    lostTo,
    compactBefore,
    supplementary,
    limits,
  }
}

/** Whether any unit before a given unit was in the earlier request and has gained content since then. */
export function hasGrown(rows: UnitTable, since: number, before: number): boolean {
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

/** Returns the change of the content before a unit since the earlier request; null if there is none. */
function changeBefore(session: SessionView, earlier: Earlier, unit: number): LossReason | null {
  const { rows } = session.units
  if (dropsUnitsOfEarlierRequest(session, earlier)) return 'state'
  if (hasGrown(rows, earlier.head, unit)) return 'late-content'
  return hasNewSummary(rows, earlier.head, unit) ? 'summary' : null
}

/**
 * Returns the reason for which a unit that is newer than the earlier request has changed its form since later reasoning
 * was made; null if none has.
 */
function changeOfUnits(
  { session, earlier }: Choice,
  { sent, floor }: Pick<History, 'sent' | 'floor'>,
  newest: number,
  edits: ReadonlyMap<number, readonly Edit[]>,
): LossReason | null {
  const { units } = session
  const since = earlier?.head ?? 0
  const from = floor?.from ?? 0
  const changeOf = (fragment: Emitted): LossReason | null => {
    const done = edits.get(fragment.ordinal) ?? fragment.edits
    return done.map(edit => editFacts[edit].endsReasoning).find(reason => reason !== null) ?? null
  }
  for (let index = sent.length - 1; index >= 0; index--) {
    const fragment = sent[index] as Emitted
    const { ordinal, reasoning } = fragment
    // A moved unit keeps its old event number, so this number must not end the search.
    if (units.orderOf(ordinal) !== ordinal || ordinal < from) continue
    if (units.rows.seqOf(ordinal) < since) return null
    if (ordinal >= newest && reasoning === 0) continue
    const change = ordinal < newest && wasShown(fragment) ? changeOf(fragment) : null
    if (change !== null) return change
  }
  return null
}

/**
 * Whether an earlier request contained a unit. It did if the unit has messages now, or if edits removed all of the
 * unit's messages.
 */
const wasShown = ({ messages, edits, passing }: Emitted): boolean =>
  messages.length > 0 || edits.includes('reduced') || passing === 'over'

/**
 * Returns the reason for which the history now drops a unit that was sent before a newer unit when the newer unit was
 * made; null if it drops none.
 */
function omissionBefore(session: SessionView, history: History, newest: number): LossReason | null {
  const { start, floor, before } = history
  const { units } = session
  const { rows } = units
  for (let ordinal = floor?.from ?? 0; ordinal < newest; ordinal++) {
    if (rows.ownKindOf(ordinal) === 'compaction') continue
    const isKept = before.has(ordinal) || (ordinal >= start && !units.isHidden(ordinal))
    // Units that the model had not seen when it wrote the reasoning do not count.
    if (!isKept && units.orderOf(ordinal) < newest && !rows.isEmpty(ordinal) && !units.isForOthers(ordinal))
      return reasonOfOmission(session, history, ordinal)
  }
  return null
}

/**
 * Whether it is unknown, without the plan of the newest request, which requests had a compaction, and what they sent
 * behind it. Of the agent's answers that were made without it, only the first surely followed what was compacted: later
 * requests may have been trimmed, or begun with another compaction that arrived.
 */
function isCompactionUnsure({ session, earlier }: Choice, { floor }: History, newest: number): boolean {
  const { units } = session
  const { rows } = units
  if (floor === null || !units.isHidden(floor.holder)) return false
  const id = rows.idOf(floor.holder)
  if (earlier?.decisions.some(({ kind, units: [first] }) => kind === 'compact' && first === id)) return false
  if (!inputBehindCompaction(session, floor, earlier).isSure) return true
  let answers = 0
  for (let unit = floor.from; unit < Math.max(newest, floor.holder); unit++) {
    const isOther = unit !== floor.holder && rows.ownKindOf(unit) === 'compaction' && units.isHidden(unit)
    if (isOther) return true
    if (unit < floor.holder && rows.kindOf(unit) === 'model' && !units.isHidden(unit)) answers++
  }
  return answers > 1
}

/**
 * Whether earlier requests may have begun later than this one although nothing is dropped now: events were rewound that
 * had taken their room. A character is at most one token.
 */
function mayHaveBegunLater({ session: { units }, room }: Choice): boolean {
  const { rows } = units
  if (rows.rewinds.length === 0 || !Number.isFinite(room.tokens)) return false
  let length = 0
  for (let unit = 0; unit < rows.length; unit++) length += rows.sizeOf(unit)
  return length > room.tokens
}

/**
 * Returns the reason for which content before reasoning that is bound to it was changed or dropped; null if it was not.
 * With a plan, only changes since the earlier request are checked, because units of earlier requests are sent in the
 * same form.
 */
export function changeBeforeReasoning(
  choice: Choice,
  history: History,
  edits: ReadonlyMap<number, readonly Edit[]>,
): LossReason | null {
  const { session, bindsReasoning, earlier } = choice
  const { sent, stubs } = history
  const newest = sent.findLast(({ reasoning }) => reasoning > 0)?.ordinal ?? -1
  if (!bindsReasoning || newest < 0) return null
  // A response that may contain a second model call is always checked, because it may have begun before the earlier
  // request.
  if (sent.some(({ reasoning, unsure }) => reasoning > 0 && unsure)) return 'unknown-before'
  const { floor } = history
  const requiresOthers = choice.selection?.clauses.some(isMovingRequirement) === true
  if (floor !== null && requiresOthers && isForgotten(session, floor, earlier)) return 'unknown-before'
  if (earlier !== null) {
    const isGivenUp = floor === null && earlier.decisions.some(({ kind }) => kind === 'compact')
    if (isGivenUp) return 'compaction'
    const change = changeBefore(session, earlier, newest)
    if (change !== null) return change
    if (hasOneTurnEnded(session, earlier, sent, newest)) return 'instruction'
    if (!isOfNewestRequest(session, earlier) && isCompactionUnsure(choice, history, newest))
      return 'unknown-before'
    const isOlder = session.units.rows.seqOf(newest) < earlier.head
    return isOlder ? null : changeOfUnits(choice, history, newest, edits)
  }
  // Without a plan, the session alone tells that earlier requests had other declarations.
  const { headChange } = choice
  const { rows } = session.units
  if (sent.some(({ reasoning, ordinal }) => reasoning > 0 && rows.seqOf(ordinal) < (headChange?.before ?? 0)))
    return headChange?.reason ?? null
  // Declarations are placed before all messages, and earlier requests did not have the declarations that are added
  // here.
  if (stubs.names.length > 0) return 'tools'
  if (mayHaveBegunLater(choice)) return 'unknown-before'
  return (
    changeOfUnits(choice, history, newest, edits) ??
    omissionBefore(session, history, newest) ??
    (isCompactionUnsure(choice, history, newest) ? 'unknown-before' : null)
  )
}
