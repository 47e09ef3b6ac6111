import { budgetTooSmall, historyTrimmed, supplementaryLeftOut } from '../../diag/budget.ts'
import type { Findings, Note } from '../../diag/collect.ts'
import { emptyMessage, resultWithoutCall } from '../../diag/history.ts'
import { passDropped, passFailed } from '../../diag/pass.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import { reasoningLoss } from '../../target/travel.ts'
import type { Tokens } from '../contract/result.ts'
import type { History } from '../fit/choice.ts'
import type { Windowed } from '../fit/run-window.ts'
import { goesAlong } from '../fit/window.ts'

/** Says what became of the history: what the kept units needed, what was left out. */
export function noteHistory(
  findings: Findings,
  session: SessionView,
  history: History,
  left: number | null,
  found: ReadonlyMap<number, unknown>,
): void {
  const { units } = session
  const { rows } = units
  const { start, before, floor, broken } = history
  // A compaction that is sent begins the history; the units before it are covered by it, not dropped.
  const recalled = [...found.keys()].filter(unit => unit < start && !units.isHidden(unit)).length
  const kept = before.size + recalled
  const dropped = floor !== null || start === 0 ? 0 : units.shownBefore(start, kept + 1_000) - kept
  // The history begins later and everything before it stays: only its reasoning made room.
  const squeezed = floor === null && start > 0 && dropped === 0 && !broken
  for (const fragment of history.sent) {
    // If a unit held something that could not be sent, its own note reports that.
    const vanished = fragment.messages.length === 0
    const told = fragment.edits.includes('attributed')
    const empty = vanished && !told && (rows.isEmpty(fragment.ordinal) || fragment.notes.length === 0)
    for (const note of fragment.notes)
      if (!empty || note.kind !== 'CX3009') findings.note(squeezed ? forRoom(note) : note)
    if (empty) findings.note({ kind: 'CX3005', say: emptyMessage, at: `e:${rows.seqOf(fragment.ordinal)}` })
  }
  const outranked: string[] = []
  const frame = { session, ...history }
  for (let ordinal = start; ordinal < rows.length; ordinal = units.after(ordinal)) {
    const kind = rows.kindOf(ordinal)
    if (!units.isHidden(ordinal) && !goesAlong(frame, ordinal)) outranked.push(`e:${rows.seqOf(ordinal)}`)
    if (!units.isHidden(ordinal) || kind === 'summary') continue
    // It is told by a summary, or nobody is to see it: nothing is wrong with it.
    if (rows.isCovered(ordinal) || units.isUnseen(ordinal)) continue
    const orphan = kind === 'orphan'
    const at = `e:${rows.seqOf(ordinal)}`
    findings.note(
      orphan ? { kind: 'CX3002', say: resultWithoutCall, at } : { kind: 'CX3005', say: emptyMessage, at },
    )
  }
  if (outranked.length > 0 && left !== null) findings.say(supplementaryLeftOut(outranked, left))
  if (dropped === 0 || left === null) return
  const at: string[] = []
  for (let ordinal = start - 1; ordinal >= 0 && at.length < 5; ordinal = units.before(ordinal)) {
    if (!before.has(ordinal) && !units.isHidden(ordinal)) at.push(`e:${rows.seqOf(ordinal)}`)
  }
  findings.say(historyTrimmed({ units: dropped, at, begins: `e:${rows.seqOf(start)}`, left }))
}

/** Reasoning that only made room had nothing before it changed. */
const forRoom = (note: Note): Note =>
  note.kind === changed.kind ? reasoningLoss('there is no room for it', note.at) : note

const changed = reasoningLoss('what precedes it changed', '')

/** Says what window passes of the program did that they may not. */
export function noteWindow(findings: Findings, { failed, missed }: Windowed, { max, limit }: Tokens): void {
  for (const [name, why] of failed) findings.say(passFailed(name, why, [`d:passes.${name}`]))
  for (const [name, at] of missed) findings.say(passDropped(name, at))
  if (limit !== null && max > limit) findings.say(budgetTooSmall(limit, [{ name: 'd:passes', max }]))
}
