import type { RunAction, RunLimits } from '../ir/run-action.ts'
import { invocationOf } from '../program/invocation.ts'
import type { Session } from '../session/session.ts'
import { digestOfCall } from './digest-call.ts'
import type { RunnerSettings } from './settings.ts'

/** Returns the limit that the current run has reached; null if it may go on. Transfers share the limits of their run. */
export function limitReached(
  session: Session,
  { limits: defaults, now }: Pick<RunnerSettings, 'limits' | 'now'>,
): NonNullable<RunAction['limit']> | null {
  const { from } = invocationOf(session)
  // A run that goes on after a limit has the limits of the last request.
  const asked = session.units.runMarks.asks.at(-1)
  const limits: RunLimits = {
    ...defaults,
    ...(asked !== undefined && asked.seq >= from - 1 && asked.run.asked?.limits),
  }
  const calls = session.units.runMarks.since(from).filter(({ run }) => run.answered !== undefined)
  if (limits.steps !== undefined && calls.length >= limits.steps) return { name: 'steps', most: limits.steps }
  const { tokens, time, repeats } = limits
  if (
    tokens !== undefined &&
    tokensOf(
      session,
      calls.map(({ seq }) => seq),
    ) >= tokens
  )
    return { name: 'tokens', most: tokens }
  const began = from === 0 ? undefined : session.event(from - 1).time
  if (time !== undefined && began !== undefined && now() - began >= time) return { name: 'time', most: time }
  if (repeats !== undefined && isStalled(session, from, repeats)) return { name: 'repeats', most: repeats }
  return null
}

const tokensOf = (session: Session, seqs: readonly number[]): number =>
  seqs
    .map(seq => session.event(seq).actions?.usage)
    .reduce((sum, usage) => sum + (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0), 0)

/** Whether, on some branch, the last responses since `from` each made the same calls. */
function isStalled(session: Session, from: number, repeats: number): boolean {
  const { rows } = session.units
  const byBranch = new Map<string, { made: string[]; isOver: boolean }>()
  for (let unit = rows.length - 1; unit >= 0 && rows.seqOf(unit) >= from; unit--) {
    if (rows.isRewound(unit) || rows.ownKindOf(unit) !== 'model') continue
    const branch = rows.branchOf(unit)
    const seen = byBranch.get(branch) ?? { made: [], isOver: false }
    byBranch.set(branch, seen)
    if (seen.isOver) continue
    const calls = callsOf(session, unit)
    if (calls.length > 0) seen.made.push([rows.authorOf(unit), ...calls].join(' '))
    seen.isOver = calls.length === 0 || seen.made[0] !== seen.made.at(-1)
    if (!seen.isOver && seen.made.length === repeats) return true
  }
  return false
}

function callsOf(session: Session, unit: number): readonly string[] {
  const { rows } = session.units
  return rows.callsOf(unit).map(index => {
    const { seq, part } = rows.call(index)
    const call = session.event(seq).parts[part]
    return call?.kind === 'tool-call' ? digestOfCall(call, null) : ''
  })
}
