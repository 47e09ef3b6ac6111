import { branchConversation } from '../../ir/call-branch.ts'
import type { RunAction } from '../../ir/run-action.ts'
import type { StateScope } from '../../ir/state-scope.ts'
import type { Session } from '../../session/session.ts'
import type { RunMark } from '../../session/unit/run-marks.ts'
import type { UnitTable } from '../../session/unit/unit-table.ts'
import { firstIndex } from '../../text/list.ts'

/** Outcome of a stopped run, decided by the runner's first mark in the log that stopped the run. */
export type Stop = 'cancelled' | 'limited' | 'ended'

/** Range of the log on which a program currently works. It begins with a user message or with a request to run. */
export interface Invocation {
  /** Seq of the first event of the invocation. */
  readonly from: number
  /** Whether a run was requested and not stopped, so that later user messages belong to it. */
  readonly isRun: boolean
  /** Whether the invocation was stopped and no message or request has followed. */
  readonly isStopped: boolean
  /** Outcome that the stop recorded; null if the invocation was not stopped. */
  readonly stop: Stop | null
  /** Reason for the stop; null if none was given. */
  readonly why: string | null
  /** Seq before which calls are no longer run, because they belong to a stopped run or turn. */
  readonly closedBefore: number
}

/** Conversation that a walk replays: the program's own, or that of an agent that works as a tool. */
export interface WalkedConversation extends Pick<Invocation, 'from' | 'isRun' | 'closedBefore'> {
  /** Name of the conversation: '' for the program's own, otherwise the branch of a call. */
  readonly conversation: string
  /** Scopes of the calling agent, for an agent that works as a tool. */
  readonly scopes?: readonly StateScope[]
}

/** Returns the program's own conversation. */
export const programConversation = (session: Session): WalkedConversation => ({
  ...invocationOf(session),
  conversation: '',
})

/** Returns the current invocation of a session, from the log alone. */
export function invocationOf(session: Session): Invocation {
  const { asks, stops } = session.units.runMarks
  const ask = asks.at(-1)
  const stop = stops.at(-1)
  if (ask !== undefined && (stop?.seq ?? -1) < ask.seq) return runOf(session)
  const message = lastMessage(session)
  const going = { from: message + 1, isRun: false, isStopped: false, stop: null, why: null, closedBefore: 0 }
  if (stop === undefined) return going
  if (message > stop.seq) return { ...going, closedBefore: firstRequestAfterStop(session, stop.seq) }
  const from = ask?.seq ?? message
  const since = stopsFrom(stops, from)
  return { ...going, from: from + 1, isStopped: true, stop: kindOf(since[0] ?? stop), why: whyStopped(since) }
}

/** Returns the most recently requested run. A run that a limit stopped continues if its id is requested again. */
function runOf(session: Session): Invocation {
  const { asks, stops } = session.units.runMarks
  let first = asks.length - 1
  for (; first > 0; first--) {
    const [before, ask] = [asks[first - 1] as RunMark, asks[first] as RunMark]
    const between = stopsFrom(stops, before.seq).filter(({ seq }) => seq < ask.seq)
    if (before.run.asked?.runId !== ask.run.asked?.runId || !mayRunContinue(between)) break
  }
  const { seq } = asks[first] as RunMark
  const last = stops[firstIndex(stops.length, index => (stops[index] as RunMark).seq >= seq) - 1]
  const closedBefore = last === undefined ? 0 : firstRequestAfterStop(session, last.seq)
  return { from: seq + 1, isRun: true, isStopped: false, stop: null, why: null, closedBefore }
}

/** Returns the seq of the first event of the last run, also after it was stopped and continued. */
export const startOfRun = (session: Session): number =>
  (session.units.runMarks.asks.length > 0 ? runOf(session) : invocationOf(session)).from

const stopsFrom = (stops: readonly RunMark[], seq: number): readonly RunMark[] =>
  stops.slice(firstIndex(stops.length, index => (stops[index] as RunMark).seq >= seq))

/** Whether a run with the given stops may continue: the first stop was a limit, and no stop was a cancellation. */
const mayRunContinue = (stops: readonly RunMark[]): boolean =>
  stops.length === 0 || (stops[0]?.run.limit !== undefined && stops.every(({ run }) => !isCancelled(run)))

const isCancelled = ({ cancelled }: RunAction): boolean =>
  cancelled !== undefined && cancelled.calls === undefined

/** Returns the seq of the last user message; -1 if there is none. */
function lastMessage({ units: { rows } }: Session): number {
  let unit = rows.length - 1
  while (unit >= 0 && !isMessage(rows, unit)) unit--
  return unit < 0 ? -1 : rows.seqOf(unit)
}

/** Returns the seq of the first run request or user message after a stop. */
function firstRequestAfterStop({ length, units: { rows, runMarks } }: Session, stop: number): number {
  const { asks } = runMarks
  const ask = asks[firstIndex(asks.length, index => (asks[index] as RunMark).seq > stop)]?.seq ?? length
  for (let unit = rows.firstFrom(stop + 1); unit < rows.length && rows.seqOf(unit) < ask; unit++)
    if (isMessage(rows, unit)) return rows.seqOf(unit)
  return ask
}

/** Whether a unit is a message to the program itself, as opposed to an agent that works as a tool. */
const isMessage = (rows: UnitTable, unit: number): boolean =>
  rows.ownKindOf(unit) === 'user' && !rows.isRewound(unit) && branchConversation(rows.branchOf(unit)) === ''

function kindOf({ run }: RunMark): Stop {
  if (run.limit !== undefined) return 'limited'
  return isCancelled(run) ? 'cancelled' : 'ended'
}

/** Returns the first reason given for a stop; null if there is none. */
const whyStopped = (stops: readonly RunMark[]): string | null =>
  stops.map(({ run }) => reasonOf(run)).find(reason => reason !== null) ?? null

/** Returns the reason for the end of a run or an agent that a limit or a quota stopped. */
export const limitReason = ({ name, most }: NonNullable<RunAction['limit']>): string =>
  `the limit on ${name} (${most}) was reached`

function reasonOf(run: RunAction): string | null {
  const { limit, cancelled, ended } = run
  if (limit !== undefined) return limitReason(limit)
  if (isCancelled(run))
    return `the run was cancelled${cancelled?.why === undefined ? '' : `: ${cancelled.why}`}`
  return ended?.why ?? null
}
