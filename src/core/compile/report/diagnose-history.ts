import { budgetTooSmall, historyTrimmed, supplementaryLeftOut } from '../../diag/budget.ts'
import type { FindingNote, Findings } from '../../diag/collect.ts'
import { emptyMessage, resultStoredTwice, resultWithoutCall } from '../../diag/history.ts'
import { passDropped, passFailed } from '../../diag/pass.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { Units } from '../../session/unit/units.ts'
import { reasoningLoss } from '../../target/travel.ts'
import type { Tokens } from '../contract/result.ts'
import type { History } from '../fit/choice.ts'
import type { Windowed } from '../fit/run-window.ts'
import { isSentUnit } from '../fit/window.ts'

/** Facts about a history that are not part of the history itself. */
interface HistoryFacts {
  /** Tokens within the limit that the request does not use; null without a limit. */
  readonly left: number | null
  readonly found: ReadonlyMap<number, unknown>
  /** Whether the budget shortened the history and no earlier compile reported this. */
  readonly gaveWay: boolean
  /** Declared limit that caused the trim; null if the whole token limit caused it. */
  readonly cause: string | null
  /** Whether the soft size of the budget caused the trim. */
  readonly isSoft: boolean
}

/** Reports the notes of sent conversation units, skipped units, and dropped units. */
export function noteHistory(
  findings: Findings,
  session: SessionView,
  history: History,
  { left, found, gaveWay, cause, isSoft }: HistoryFacts,
): void {
  const dropped = countDroppedUnits(session, history, found)
  noteNotable(findings, session, history, { isWhole: dropped === 0, gaveWay })
  const outranked = noteSkipped(findings, session, history)
  if (outranked.length > 0) findings.addDiagnostic(supplementaryLeftOut(outranked, left))
  if (dropped > 0) noteTrimmed(findings, session, history, { dropped, left, cause, isSoft })
}

/** Counts the conversation units that the history drops. */
function countDroppedUnits(
  { units }: SessionView,
  { start, before, floor }: History,
  found: ReadonlyMap<number, unknown>,
): number {
  // Units that the provider's compaction replaces count as replaced, not as dropped.
  const from = floor?.from ?? 0
  if (start <= from) return 0
  const isPassed = (unit: number): boolean => unit >= from && unit < start && !units.isHidden(unit)
  const kept = [...before, ...found.keys()].filter(isPassed).length
  const shown = units.shownBefore(start, kept + 1_000)
  return shown - (from === 0 ? 0 : units.shownBefore(from, shown)) - kept
}

/** Reports notes of the sent conversation units, and sent units without any remaining content. */
function noteNotable(
  findings: Findings,
  { units }: SessionView,
  history: History,
  { isWhole, gaveWay }: { readonly isWhole: boolean; readonly gaveWay: boolean },
): void {
  const { start, floor, lostTo, notable } = history
  const { rows } = units
  // The history begins at a later unit, but every earlier unit is sent too. So only reasoning was dropped to make room.
  const squeezed = start > (floor?.from ?? 0) && isWhole && (lostTo === null || lostTo === 'budget')
  for (const { ordinal, messages, edits, notes } of notable) {
    // If content could not be sent, a note of its unit reports the loss.
    const vanished = messages.length === 0 && !edits.includes('attributed')
    const empty = vanished && (rows.isEmpty(ordinal) || notes.length === 0)
    for (const note of notes)
      if (!empty || note.kind !== 'CX3009')
        findings.addFindingPlace(
          squeezed ? lossCausedByRoom(note) : gaveWay ? lossCausedByBudget(note) : note,
        )
    if (empty) findings.addFindingPlace({ kind: 'CX3005', say: emptyMessage, at: `e:${rows.seqOf(ordinal)}` })
  }
}

/** Reports empty messages and results without a call. Returns the places of the dropped supplementary units. */
function noteSkipped(findings: Findings, session: SessionView, history: History): readonly string[] {
  const { units } = session
  const { rows } = units
  const outranked: string[] = []
  // The provider's compaction replaces the units before it. But no provider ever saw a result without a call, so such
  // results are reported too.
  for (const ordinal of rows.orphans) {
    if (ordinal >= (history.floor?.from ?? 0)) break
    noteHidden(findings, units, ordinal)
  }
  const frame = { session: { units }, ...history }
  // Without hidden units, and without a policy, all units are sent.
  if (rows.hidden === 0 && units.standing !== null) return outranked
  for (let ordinal = history.start; ordinal < rows.length; ordinal = units.placeAfter(ordinal)) {
    if (units.isHidden(ordinal)) noteHidden(findings, units, ordinal)
    else if (!isSentUnit(frame, ordinal)) outranked.push(`e:${rows.seqOf(ordinal)}`)
  }
  return outranked
}

/** Reports an empty message, a result without a call, or a copy of such a result. */
function noteHidden(findings: Findings, units: Units, ordinal: number): void {
  const { rows } = units
  const at = `e:${rows.seqOf(ordinal)}`
  const kind = rows.kindOf(ordinal)
  // No report is made for units that a summary replaces, that the agent must not see, or whose text is sent in another
  // place.
  if (kind === 'summary' || kind === 'compaction') return
  if (rows.isCovered(ordinal) || units.isUnseen(ordinal) || rows.isMoved(ordinal)) return
  if (kind === 'orphan') findings.addFindingPlace({ kind: 'CX3002', say: resultWithoutCall, at })
  else if (kind === 'copy') findings.addFindingPlace({ kind: 'CX3012 result', say: resultStoredTwice, at })
  else findings.addFindingPlace({ kind: 'CX3005', say: emptyMessage, at })
}

/** Reports the number of dropped conversation units, and the last five of them. */
function noteTrimmed(
  findings: Findings,
  { units }: SessionView,
  { start, before }: History,
  trim: { readonly dropped: number } & Pick<HistoryFacts, 'left' | 'cause' | 'isSoft'>,
): void {
  const { rows } = units
  const placeOf = (ordinal: number): string => `e:${rows.seqOf(ordinal)}`
  const at: string[] = []
  for (let ordinal = start - 1; ordinal >= 0 && at.length < 5; ordinal = units.placeBefore(ordinal))
    if (!before.has(ordinal) && !units.isHidden(ordinal)) at.push(placeOf(ordinal))
  const earlier = [...before].toSorted((one, other) => one - other).map(placeOf)
  const { dropped, ...others } = trim
  findings.addDiagnostic(historyTrimmed({ ...others, units: dropped, at, begins: placeOf(start), earlier }))
}

/**
 * Returns a note on lost reasoning that names the lack of room as its cause, because no content before the reasoning
 * changed.
 */
const lossCausedByRoom = (note: FindingNote): FindingNote =>
  note.kind === changed.kind ? reasoningLoss('there is no room for it', note.at) : note

/** Returns a note on lost reasoning that names the budget as the cause of the change before the reasoning. */
const lossCausedByBudget = (note: FindingNote): FindingNote =>
  note.kind === changed.kind ? reasoningLoss('what precedes it changed', note.at, true) : note

const changed = reasoningLoss('what precedes it changed', '')

/** Reports window passes that threw, dropped required blocks, or exceeded the limit. */
export function noteWindow(findings: Findings, { failed, missed }: Windowed, { max, limit }: Tokens): void {
  for (const [name, why] of failed) findings.addDiagnostic(passFailed(name, why, [`d:passes.${name}`]))
  for (const [name, at] of missed) findings.addDiagnostic(passDropped(name, at))
  if (limit !== null && max > limit)
    findings.addDiagnostic(budgetTooSmall(limit, [{ name: 'd:passes', max }]))
}
