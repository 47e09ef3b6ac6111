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

/** Whether the last responses with calls since `from` each made the same calls. */
function isStalled(session: Session, from: number, repeats: number): boolean {
  const { rows } = session.units
  const made: string[] = []
  for (let unit = rows.length - 1; unit >= 0 && rows.seqOf(unit) >= from && made.length < repeats; unit--) {
    if (rows.isRewound(unit) || rows.ownKindOf(unit) !== 'model') continue
    const calls = rows.callsOf(unit).map(index => {
      const { seq, part } = rows.call(index)
      const call = session.event(seq).parts[part]
      return call?.kind === 'tool-call' ? digestOfCall(call, null) : ''
    })
    if (calls.length === 0) return false
    made.push([rows.authorOf(unit), ...calls].join(' '))
  }
  return made.length === repeats && made.every(calls => calls === made[0])
}
