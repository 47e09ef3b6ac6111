import type { ToolCallPart } from '../../../core/ir/call.ts'
import { parsePlace } from '../../../core/ir/call-branch.ts'
import type { RunDecision } from '../../../core/ir/run-action.ts'
import type { StateScope } from '../../../core/ir/state-scope.ts'
import type { NextStep } from '../../../core/program/next-step.ts'
import type { Session } from '../../../core/session/session.ts'
import type { CallRow } from '../../../core/session/unit/call-table.ts'

/** A call to run. */
export interface CallTask {
  /** Place of the call, as `seq.part`. */
  readonly call: string
  readonly agent: string
  readonly branch: string
  /** State scopes at the call's place in the log. They limit the state changes that the call can read. */
  readonly scopes: readonly StateScope[]
  /** Whether the call began earlier, in this process or before a crash. */
  readonly isBegun: boolean
  readonly decision: RunDecision | undefined
}

/** Result text of a call with an unknown outcome. Its wording is part of the contract. */
export const unknownOutcomeText =
  'the call began, and was interrupted before its result was recorded. Whether it took effect is not known.'

/** Result text of a call that was cancelled before it began. Its wording is part of the contract. */
export const cancelledText = 'the call was cancelled'

/** Returns the part of a call by its place. */
export function callAt(session: Session, call: string): ToolCallPart {
  const { seq, part } = parsePlace(call)
  return session.event(seq).parts[part] as ToolCallPart
}

/**
 * Returns the part of a call as it runs: with the arguments of its last approval, if they were changed. A call that waits
 * for an approval again runs with those that the model wrote.
 */
export function callToRun(session: Session, call: string): ToolCallPart {
  const part = callAt(session, call)
  const last = session.units.runMarks
    .marksOfCall(call)
    .findLast(
      mark =>
        (mark.kind === 'waits' && mark.for === undefined) ||
        (mark.kind === 'decided' && mark.decision.answer === undefined && !mark.decision.question),
    )
  const edited = last?.kind === 'decided' && last.decision.approved ? last.decision.arguments : undefined
  return edited === undefined ? part : { ...part, arguments: edited }
}

/** Returns the unit of the response that contains a call; null if this call can no longer get a result. */
export function responseOf({ units }: Session, call: string): number | null {
  const { rows } = units
  const isCall = isCallAt(call)
  return (
    units.answerableUnits().find(unit => rows.callsOf(unit).some(index => isCall(rows.call(index)))) ?? null
  )
}

/** Returns whether a row is that of a call. */
function isCallAt(call: string): (row: CallRow) => boolean {
  const { seq, part } = parsePlace(call)
  return row => row.seq === seq && row.part === part
}

/** Returns the calls of a response up to and including one call; none if this call can no longer get a result. */
function callsUpTo(session: Session, call: string): readonly CallRow[] {
  const { rows } = session.units
  const unit = responseOf(session, call)
  const made = unit === null ? [] : rows.callsOf(unit).map(index => rows.call(index))
  return made.slice(0, made.findIndex(isCallAt(call)) + 1)
}

/** Returns the calls before the given call in the same response. */
export const callsBefore = (session: Session, call: string): readonly CallRow[] =>
  callsUpTo(session, call).slice(0, -1)

/** Whether a call has no result yet. */
export const isCallOpen = (session: Session, call: string): boolean =>
  callsUpTo(session, call).at(-1)?.answer === null

/** Whether a call of any response has a result. */
export function hasResult({ units: { rows } }: Session, call: string): boolean {
  const isCall = isCallAt(call)
  for (let unit = rows.firstFrom(parsePlace(call).seq + 1) - 1; unit >= 0; unit--) {
    const made = rows
      .callsOf(unit)
      .map(index => rows.call(index))
      .find(isCall)
    if (made !== undefined) return made.answer !== null && !rows.isRewound(unit)
  }
  return false
}

/** Whether a call must still run. */
export const isToRun = (steps: readonly NextStep[], call: string): boolean =>
  steps.some(({ kind, calls = [] }) => kind === 'tools' && calls.includes(call))

/** Whether a call must still run, or get the result that somebody gave. */
export const isOpenStep = (steps: readonly NextStep[], call: string): boolean =>
  isToRun(steps, call) || steps.some(({ finished = [] }) => finished.some(each => each.call === call))

/** Whether a call must still run, and no other runner has begun it in the meantime. */
export const mayBegin = (steps: readonly NextStep[], { call, isBegun }: CallTask): boolean =>
  steps.some(
    ({ kind, calls = [], begun = [] }) =>
      kind === 'tools' && calls.includes(call) && (isBegun || !begun.includes(call)),
  )
