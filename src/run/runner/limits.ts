import type { RunAction, RunLimits } from '../../core/ir/run-action.ts'
import { transferName } from '../../core/ir/transfer.ts'
import { invocationOf } from '../../core/program/turn/invocation.ts'
import type { Session } from '../../core/session/session.ts'
import type { RunnerSettings } from './settings.ts'
import { digestOfCall } from './tools/digest-call.ts'
import { usageSince } from './usage-since.ts'

/**
 * Returns the limit that the current run has reached, before a model is called on a branch; null if it may go on.
 * Transfers share the limits of their run.
 */
export function limitReached(
  session: Session,
  branch: string,
  { limits: defaults, now }: Pick<RunnerSettings, 'limits' | 'now'>,
): NonNullable<RunAction['limit']> | null {
  const { from } = invocationOf(session)
  // A run that goes on after a limit has the limits of the last request.
  const asked = session.units.runMarks.asks.at(-1)
  const { steps, tokens, time, repeats, transfers }: RunLimits = {
    ...defaults,
    ...(asked !== undefined && asked.seq >= from - 1 && asked.run.asked?.limits),
  }
  const used = usageSince(session, from)
  if (steps !== undefined && used.steps >= steps) return { name: 'steps', most: steps }
  if (tokens !== undefined && used.tokens >= tokens) return { name: 'tokens', most: tokens }
  const began = time === undefined || from === 0 ? undefined : session.event(from - 1).time
  if (time !== undefined && began !== undefined && now() - began >= time) return { name: 'time', most: time }
  if (repeats !== undefined && isStalled(session, from, branch, repeats))
    return { name: 'repeats', most: repeats }
  if (transfers !== undefined && onlyTransfers(session, from, branch, transfers))
    return { name: 'transfers', most: transfers }
  return null
}

/** Whether the last responses on a branch since `from` each made the same calls. */
function isStalled(session: Session, from: number, branch: string, repeats: number): boolean {
  const { rows } = session.units
  let first: string | null = null
  let times = 0
  for (let unit = rows.length - 1; unit >= 0 && rows.seqOf(unit) >= from; unit--) {
    if (rows.isRewound(unit) || rows.ownKindOf(unit) !== 'model' || rows.branchOf(unit) !== branch) continue
    const calls = callsOf(session, unit)
    if (calls.length === 0) return false
    const made = [rows.authorOf(unit), ...calls].join(' ')
    first ??= made
    if (made !== first) return false
    times++
    if (times === repeats) return true
  }
  return false
}

/** Whether the last responses on a branch since `from` each handed over, and nothing else happened between them. */
function onlyTransfers(session: Session, from: number, branch: string, most: number): boolean {
  const { rows } = session.units
  let times = 0
  for (let unit = rows.length - 1; unit >= 0 && rows.seqOf(unit) >= from && times < most; unit--) {
    if (rows.isRewound(unit) || rows.branchOf(unit) !== branch) continue
    const kind = rows.ownKindOf(unit)
    if (kind === 'user') return false
    if (kind !== 'model') continue
    const calls = rows.callsOf(unit).map(index => rows.call(index).name)
    if (calls.length === 0 || calls.some(name => name !== transferName)) return false
    times++
  }
  return times === most
}

function callsOf(session: Session, unit: number): readonly string[] {
  const { rows } = session.units
  return rows.callsOf(unit).map(index => {
    const { seq, part } = rows.call(index)
    const call = session.event(seq).parts[part]
    return call?.kind === 'tool-call' ? digestOfCall(call, null) : ''
  })
}
