import { type ReasoningLoss, whyReasoningLost } from '../../diag/reasoning.ts'
import type { LossReason } from '../../ir/loss.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { Earlier } from '../fit/earlier.ts'
import type { Emitted } from '../fit/emitted.ts'
import type { Fitted } from '../fit/fit-input.ts'
import { reasonOfOmission } from '../fit/omission.ts'
import { reasoningAfterReports } from '../fit/reported-reasoning.ts'

/** Inputs for finding the reasons of lost reasoning. */
export interface Losing extends Pick<Fitted, 'history' | 'drafted' | 'windowed'> {
  readonly session: SessionView
  readonly earlier: Earlier | null
}

/** Reasons by what a note on dropped reasoning says; null if the cause is a decision about the history. */
const byNote: Readonly<Record<ReasoningLoss, LossReason | null>> = {
  'other provider': 'model',
  'other model family': 'model',
  'unknown model': 'model',
  'what precedes it changed': null,
  'there is no room for it': null,
  'told as words': 'window',
  'no form to replay': 'form',
  'it has no signature': 'form',
  'broken seal': 'form',
  'what it led to is gone': 'repair',
  'model does not reason': 'model',
  'its id was there before': 'repair',
  'it held a protected value': 'protected',
}

/** Returns a function that finds the reason for which reasoning of a unit's event is lost. */
export function reasonFinder({ session, earlier, history, drafted, windowed }: Losing) {
  const sent = new Map<number, Emitted>(history.sent.map(fragment => [fragment.ordinal, fragment]))
  return (unit: number, seq: number): LossReason => {
    if (earlier?.lostTo != null && seq < earlier.reasoningFrom) return earlier.lostTo
    if (windowed?.dropped.has(unit)) return 'pass'
    const fragment = sent.get(unit)
    if (fragment === undefined || session.units.rows.isCovered(unit))
      return reasonOfOmission(session, history, unit)
    const isHere = ({ at }: { readonly at: string }): boolean => at.startsWith(`e:${seq}.`)
    const note = [...fragment.notes, ...drafted.notes].find(
      found => isHere(found) && whyReasoningLost(found.kind) !== null,
    )
    const why = note && byNote[whyReasoningLost(note.kind) as ReasoningLoss]
    if (why != null) return why
    if (seq < history.reasoningFrom)
      return history.lostTo ?? (seq < reasoningAfterReports(session, 0) ? 'reported' : 'protected')
    return history.floor !== null && unit < history.floor.from ? 'compaction' : 'repair'
  }
}
