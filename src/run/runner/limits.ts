import { type Check, objectCheck } from '../../core/form/check.ts'
import { amount, milliseconds, positiveCountCheck } from '../../core/form/quantities.ts'
import { type ToolCallPart, transferName } from '../../core/ir/call.ts'
import { limitNames, type RunAction, type RunLimits } from '../../core/ir/run-action.ts'
import { readArguments } from '../../core/lower/arguments.ts'
import { endsTurn } from '../../core/program/turn/ends-turn.ts'
import { invocationOf } from '../../core/program/turn/invocation.ts'
import type { Session } from '../../core/session/session.ts'
import type { RunMark } from '../../core/session/unit/run-marks.ts'
import { isEqual } from '../../core/text/equal.ts'
import type { RunnerSettings } from './settings.ts'
import { usageOfRun } from './usage-since.ts'

/** Current run, for which limits are checked. */
interface Running {
  readonly session: Session
  readonly branch: string
  /** Seq of the run's first event. */
  readonly from: number
  readonly now: () => number
}

/** Limit of a run: a check of its value, and a test whether the run has reached it. */
interface Limit {
  readonly form: Check
  reached(most: number, run: Running): boolean
}

/** All limits by name. */
const limits: Readonly<Record<keyof RunLimits, Limit>> = {
  steps: {
    form: positiveCountCheck('steps'),
    reached: (most, { session }) => usageForLimits(session).steps >= most,
  },
  tokens: {
    form: positiveCountCheck('tokens'),
    reached(most, { session }) {
      const { inputTokens, outputTokens } = usageForLimits(session).tokens
      return inputTokens + outputTokens >= most
    },
  },
  usd: {
    form: amount,
    reached: (most, { session }) => usageForLimits(session).usd >= most,
  },
  time: {
    form: milliseconds,
    reached(most, { session, from, now }) {
      const began = from === 0 ? undefined : session.event(from - 1).time
      return began !== undefined && now() - began >= most
    },
  },
  repeats: {
    form: positiveCountCheck('repeats'),
    reached: (most, { session, from, branch }) => repeatsEqualCalls(session, from, branch, most),
  },
  transfers: {
    form: positiveCountCheck('transfers'),
    reached: (most, { session, from, branch }) => repeatsTransfers(session, from, branch, most),
  },
}

/** Check of the option `limits`. */
export const assertLimits: Check = objectCheck(
  Object.fromEntries(limitNames.map(name => [name, limits[name].form])),
)

/**
 * Returns the limit that the current run has reached, before a model call on a branch; null if the run may continue.
 * After a transfer to another agent, the counts of the run continue.
 */
export function limitReached(
  session: Session,
  branch: string,
  { limits: defaults, now }: Pick<RunnerSettings, 'limits' | 'now'>,
): NonNullable<RunAction['limit']> | null {
  const { from } = invocationOf(session)
  const given = limitsOf(session, defaults)
  for (const name of limitNames) {
    const most = given[name]
    if (most !== undefined && limits[name].reached(most, { session, branch, from, now }))
      return { name, most }
  }
  return null
}

/**
 * Returns the seq from which the model calls of a run count. Runs that reports of agents in the background began count
 * with the one that somebody asked for, because nothing else would bound agents that begin new tasks in each of them.
 */
function countedSince(session: Session): number {
  const { asks } = session.units.runMarks
  const { from } = invocationOf(session)
  let index = asks.length - 1
  if (asks[index]?.seq !== from - 1) return from
  while (index > 0 && asks[index]?.run.reported !== undefined) index--
  return (asks[index] as RunMark).seq + 1
}

/** Returns the usage that counts for the limits of the current run. */
export const usageForLimits = (session: Session): ReturnType<typeof usageOfRun> =>
  usageOfRun(session, countedSince(session))

/** Returns the limits of the current run. A resumed run uses those of its last start. */
export function limitsOf(session: Session, defaults: RunLimits): RunLimits {
  const { from } = invocationOf(session)
  const asked = session.units.runMarks.asks.at(-1)
  return { ...defaults, ...(asked !== undefined && asked.seq >= from - 1 && asked.run.asked?.limits) }
}

/** Whether a run is stuck: the last `repeats` responses on a branch all made the same calls. */
function repeatsEqualCalls(session: Session, from: number, branch: string, repeats: number): boolean {
  const { rows } = session.units
  let last: Made | null = null
  let times = 0
  for (let unit = rows.length - 1; unit >= 0 && rows.seqOf(unit) >= from; unit--) {
    if (rows.isRewound(unit) || rows.ownKindOf(unit) !== 'model' || rows.branchOf(unit) !== branch) continue
    if (endsTurn(session, unit)) return false
    const made = { author: rows.authorOf(unit), calls: callsIn(session, unit) }
    if (made.calls.length === 0) return false
    last ??= made
    if (made !== last && !isSame(made, last)) return false
    times++
    if (times === repeats) return true
  }
  return false
}

/** Whether the last `most` responses on a branch were nothing but transfers between agents. */
function repeatsTransfers(session: Session, from: number, branch: string, most: number): boolean {
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

/** Calls of one response, and its author. */
interface Made {
  readonly author: string
  readonly calls: readonly ToolCallPart[]
}

function callsIn(session: Session, unit: number): readonly ToolCallPart[] {
  const { rows } = session.units
  return rows.callsOf(unit).map(index => {
    const { seq, part } = rows.call(index)
    return session.event(seq).parts[part] as ToolCallPart
  })
}

const isSame = (one: Made, other: Made): boolean =>
  one.author === other.author &&
  one.calls.length === other.calls.length &&
  one.calls.every((call, index) => isSameCall(call, other.calls[index] as ToolCallPart))

const isSameCall = (one: ToolCallPart, other: ToolCallPart): boolean =>
  one.name === other.name && isEqual(readArguments(one).value, readArguments(other).value)
