import { type Agent, isNative } from '../../core/agent/agent.ts'
import { changesAfter } from '../../core/compile/remember/after-answer.ts'
import type { EventInput, StateDelta } from '../../core/ir/event.ts'
import type { RunAction, RunAnswer } from '../../core/ir/run-action.ts'
import { agentIn } from '../../core/program/graph.ts'
import { invocationOf } from '../../core/program/turn/invocation.ts'
import { runnerSource } from '../../core/session/events.ts'
import type { Session } from '../../core/session/session.ts'
import { sessionInScopes } from '../../core/session/view/scoped-keys.ts'
import {
  type AgentTask,
  isAgentNext,
  mergeDeltas,
  type RecordedAnswer,
  textThatEndsTurn,
  toPartialAnswer,
} from './answer.ts'
import { costOfCall } from './call-cost.ts'
import { checkAnswerOutput } from './output-check.ts'
import { runnerMark, type TurnContext } from './turn-context.ts'

/** Data that is appended in the same commit as an answer. */
interface Appended {
  /** State changes of the callbacks; null for none. */
  readonly changes: StateDelta | null
  /** Answer of a callback that replaces an invalid answer once the agent is not asked again; null for none. */
  readonly instead: RecordedAnswer | null
}

/**
 * Appends an answer in one commit with the outcomes of effects, the plan and the callbacks' state changes. If the run
 * was cancelled in the meantime, appends only the answer's text. Appends nothing if the answer is no longer needed.
 */
export async function appendAnswer(
  { live, program, tools, settings, accounts, quotas }: TurnContext,
  task: AgentTask,
  answer: RecordedAnswer,
  { changes, instead }: Appended,
): Promise<void> {
  if (answer.events.length === 0) return
  const { agent } = agentIn(program.graph, task.agent)
  const problem = answer.answered.partial ? null : checkAnswerOutput(agent, answer.events, answer.answered)
  const { billed } = answer
  const cost = billed === null ? null : await costOfCall(billed, settings.compile.modelRows)
  const isCosted = accounts !== null && cost !== null
  const costs = isCosted ? [cost] : []
  // Without a call there is nothing to pay.
  const usd = cost === null ? 0 : cost.usd
  await live.append(session => {
    if (isAnswerLate(session, task, answer)) return null
    const isKept = !answer.answered.partial && isAgentNext(live.steps, task)
    // Without a cancel, a partial or unwanted answer is dropped; the agent is called again if it is still next.
    if (!isKept && invocationOf(session).stop !== 'cancelled') return null
    // The run was cancelled while the answer arrived, so only its text is kept.
    const kept = isKept ? answer : toPartialAnswer(answer, task)
    const { events, effects } = kept
    if (events.length === 0) return null
    const first = session.length + effects.length
    const refusal = isKept ? problem : null
    const seqs = events.map((_, index) => first + index)
    const rejected = refusal === null ? null : { events: seqs, why: refusal.why }
    const recorded = events.map((event, index) => {
      const isLast = index === events.length - 1
      const run = {
        ...(index === 0 && rejected && { rejected }),
        ...(isLast && {
          answered: {
            ...kept.answered,
            ...priceIn(kept, usd),
            ...toolsIn(session, tools),
            ...askedIn(agent, events),
          },
        }),
      }
      return addAnswerRecord(event, kept, { run, isLast, isValid: isKept && refusal === null, changes })
    })
    const isAnswer = isKept && refusal === null && textThatEndsTurn(kept) !== null
    const memory = isAnswer ? rememberedStateEvent(session, [...effects, ...recorded], agent, task) : []
    const isReplaced = refusal !== null && instead !== null && refusal.givenUp(session, task) !== null
    const followed = refusal === null ? [] : [refusal.follow(session, first, task)]
    const feedback = isReplaced ? [callbackAnswerEvent(instead)] : followed
    const end = task.limit === null ? [] : [runnerMark({ limit: task.limit })]
    return { events: [...effects, ...recorded, ...memory, ...feedback, ...end], costs }
  })
  if (isCosted) quotas?.forgetCosts(live.key.owner)
}

/** Returns the price of a call for the record of its answer. An answer without a model has none. */
const priceIn = ({ answered }: RecordedAnswer, usd: number | null): Pick<RunAnswer, 'usd'> =>
  answered.model === undefined || usd === null ? {} : { usd }

/** Returns the digest of the agents' tools for the record of an answer, if the log last has another one. */
const toolsIn = ({ units }: Session, tools: string | undefined): Pick<RunAnswer, 'tools'> =>
  tools === undefined || units.runMarks.tools === tools ? {} : { tools }

/** Returns the names of the called tools whose calls somebody answers, for the record of an answer. */
function askedIn({ tools = [] }: Agent, events: readonly EventInput[]): Pick<RunAnswer, 'asked'> {
  const called = new Set(
    events.flatMap(({ parts = [] }) => parts.flatMap(part => (part.kind === 'tool-call' ? [part.name] : []))),
  )
  const asked = tools.flatMap(tool =>
    !isNative(tool) && tool.answeredBy !== undefined && called.has(tool.name) ? [tool.name] : [],
  )
  return asked.length > 0 ? { asked } : {}
}

/** Returns the event with the state changes that the agent's memory rules make without a handler; none for none. */
function rememberedStateEvent(
  session: Session,
  added: readonly EventInput[],
  agent: Agent,
  { branch, step: { scopes = [] } }: AgentTask,
): readonly EventInput[] {
  if (agent.remember === undefined) return []
  const answered = session.extend(runnerSource(added, session.length))
  const { state } = sessionInScopes(answered, scopes)
  const change = changesAfter(agent, { session: answered, agent: agent.name, branch, state })
  return change === null ? [] : [change]
}

/** Returns the event of an answer given by a callback. */
function callbackAnswerEvent({ events, answered }: RecordedAnswer): EventInput {
  const [event] = events
  return { ...event, actions: { ...event?.actions, run: { answered } } } as EventInput
}

interface Recording {
  readonly run: RunAction
  readonly isLast: boolean
  /** Whether the answer satisfies the agent's output schema. An invalid answer sets no state keys. */
  readonly isValid: boolean
  readonly changes: StateDelta | null
}

function addAnswerRecord(
  event: EventInput,
  { plan }: RecordedAnswer,
  { run, isLast, isValid, changes }: Recording,
): EventInput {
  const { state: own, ...actions } = event.actions ?? {}
  const kept = isValid ? own : undefined
  const state = isLast && changes !== null ? mergeDeltas(kept, changes) : kept
  const all = {
    ...actions,
    ...(state !== undefined && { state }),
    ...(Object.keys(run).length > 0 && { run }),
    ...(isLast && plan && { plan }),
  }
  if (Object.keys(all).length > 0) return { ...event, actions: all }
  const { actions: _, ...rest } = event
  return rest
}

/** Whether a new run or another answer on the agent's branch came after the answer's request was made. */
const isAnswerLate = (
  session: Session,
  { branch, since, step: { background } }: AgentTask,
  { answered: { upTo } }: RecordedAnswer,
): boolean =>
  // An agent in the background may answer in any later run.
  (background === undefined && upTo < invocationOf(session).from) ||
  [since, upTo].some(events => session.units.rewinds.isRewoundSince(events)) ||
  session.units.runMarks
    .marksSince(upTo)
    .some(({ seq, run }) => run.answered && session.event(seq).branch === branch)

/** Appends that the agent failed or that a limit was reached, unless the agent is no longer next. */
export async function appendFailure({ live }: TurnContext, task: AgentTask, why: string): Promise<void> {
  const { agent, branch, limit, since } = task
  const event = runnerMark(limit === null ? { failed: { agent, branch, why } } : { limit })
  await live.append(session =>
    isAgentNext(live.steps, task) && !session.units.rewinds.isRewoundSince(since)
      ? { events: [event] }
      : null,
  )
}
