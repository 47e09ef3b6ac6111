import { branchConversation } from '../../core/ir/call-branch.ts'
import { type Event, roleOfAuthor } from '../../core/ir/event.ts'
import type { Graph } from '../../core/program/graph.ts'
import type { NextStep } from '../../core/program/next-step.ts'
import { invocationOf, startOfRun } from '../../core/program/turn/invocation.ts'
import type { Session } from '../../core/session/session.ts'
import { returnedResultOf, returnedValue, textOfValue } from '../../core/session/unit/returned-result.ts'
import { isTemporary } from '../../core/session/unit/state-log.ts'
import { frozenJson } from '../../core/text/json-value.ts'
import type { RunOutcome, RunStatus } from './run-event.ts'
import { waitingCallsIn } from './tools/waiting-calls.ts'
import { usageOfRun } from './usage-since.ts'

/** Returns the outcome of a session that is done or waits. `shown` gives an event in the form that the reader sees. */
export function outcomeOf(
  session: Session,
  graph: Graph,
  next: readonly NextStep[],
  shown: (event: Event) => Event,
): RunOutcome {
  const calls = waitingCallsIn(session, graph, next)
  const own = programSteps(next)
  const { tokens, usd, unpriced } = usageOfRun(session, startOfRun(session))
  return {
    status: statusOf(own),
    text: lastAnswerText(session, shown),
    state: frozenJson(
      Object.fromEntries(Object.entries(session.state).filter(([key]) => !isTemporary(key))),
    ) as RunOutcome['state'],
    waiting: calls.map(({ call }) => call),
    waitingCalls: calls,
    usage: tokens,
    usd: unpriced === null ? usd : null,
    background: [...new Set(next.flatMap(({ background }) => background ?? []))],
    reason: own.find(({ reason }) => reason !== undefined)?.reason ?? null,
    revision: session.length,
    next,
  }
}

/** Returns the next steps of the program itself, without those of agents that work in the background. */
export const programSteps = (next: readonly NextStep[]): readonly NextStep[] =>
  next.filter(({ background }) => background === undefined)

function statusOf(next: readonly NextStep[]): RunStatus {
  const [first] = next
  if (first === undefined || first.kind === 'done') {
    const outcome = first?.outcome ?? 'ended'
    return outcome === 'ended' ? 'done' : outcome
  }
  return next.every(({ outcome }) => outcome === 'failed') ? 'failed' : 'waiting'
}

/** Returns the text of the last answer of the run, as a reader sees it; null if there is none. */
export function lastAnswerText(session: Session, shown: (event: Event) => Event): string | null {
  const { rows, runMarks } = session.units
  const { from } = invocationOf(session)
  for (let unit = rows.length - 1; unit >= 0 && rows.seqOf(unit) >= from; unit--) {
    if (rows.isRewound(unit) || rows.ownKindOf(unit) !== 'model') continue
    if (runMarks.isReport(rows.seqOf(unit))) continue
    if (branchConversation(rows.branchOf(unit)) !== '') continue
    const returned = returnedResultOf(session.units, unit)
    if (returned !== null)
      return textOfValue(returnedValue({ event: seq => shown(session.event(seq)) }, returned))
    const texts = rows
      .seqsOf(unit)
      .map(seq => session.event(seq))
      .filter(({ author }) => roleOfAuthor(author) === 'model')
      .flatMap(event => shown(event).parts.flatMap(part => (part.kind === 'text' ? [part.text] : [])))
    if (texts.length > 0) return texts.join('')
  }
  return null
}
