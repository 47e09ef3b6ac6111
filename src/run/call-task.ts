import type { ToolCallPart } from '../ir/call.ts'
import type { RunDecision } from '../ir/run-action.ts'
import type { NextStep } from '../program/next-step.ts'
import type { Session } from '../session/session.ts'

/** A call to run. */
export interface CallTask {
  /** Place of the call, as `seq.part`. */
  readonly call: string
  readonly agent: string
  readonly branch: string
  /** Whether it began earlier, in this process or before a crash. */
  readonly isBegun: boolean
  readonly decision: RunDecision | undefined
}

/** Text of a call whose outcome nobody knows. Its wording is part of the contract. */
export const unknownOutcomeText =
  'the call began, and was interrupted before its result was recorded. Whether it took effect is not known.'

/** Returns the part of a call by its place. */
export function callAt(session: Session, call: string): ToolCallPart {
  const [seq = 0, part = 0] = call.split('.').map(Number)
  return session.event(seq).parts[part] as ToolCallPart
}

/**
 * Whether an earlier call of the same response has the same id and no result yet. Results of such calls are told apart by
 * their order alone.
 */
export function isBehindTwin(session: Session, call: string): boolean {
  const { rows } = session.units
  const [seq = 0, part = 0] = call.split('.').map(Number)
  const { id } = callAt(session, call)
  return session.units.answerableUnits().some(unit => {
    const made = rows.callsOf(unit).map(index => rows.call(index))
    const own = made.findIndex(each => each.seq === seq && each.part === part)
    return made.slice(0, Math.max(0, own)).some(each => {
      const before = session.event(each.seq).parts[each.part]
      return each.answer === null && before?.kind === 'tool-call' && before.id === id
    })
  })
}

/** Whether a call is still to be run. */
export const isToRun = (steps: readonly NextStep[], call: string): boolean =>
  steps.some(({ kind, calls = [] }) => kind === 'tools' && calls.includes(call))
