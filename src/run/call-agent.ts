import { type LaterWork, noWork } from '../compile/later/later-work.ts'
import { agentIn } from '../program/graph.ts'
import { seenIn } from '../session/view/scoped-keys.ts'
import { reasonOf } from '../text/reason.ts'
import { type AgentTask, type Answer, finalText, type NoAnswer, saidInstead, withText } from './answer.ts'
import { appendAnswer, fail } from './append-answer.ts'
import { callModels } from './call-model.ts'
import { type AgentStep, type Callbacks, callbacksFor, firstText } from './callbacks.ts'
import { caught } from './caught.ts'
import { isFirstCall } from './is-first-call.ts'
import { RecordedState } from './tools/tool-context.ts'
import type { TurnContext } from './turn-context.ts'

/** A call of an agent: what its functions are given. */
interface Calling {
  readonly step: AgentStep
  readonly state: RecordedState
  readonly callbacks: readonly Callbacks[]
}

/**
 * Calls an agent and appends its answer, or a mark that the agent failed. Returns the work that the compile wants for
 * later ones.
 */
export async function callAgent(
  context: TurnContext,
  task: AgentTask,
  signal: AbortSignal,
): Promise<LaterWork> {
  const { live } = context
  try {
    return await callOnce(context, task, signal)
  } catch (error) {
    if (live.isStoreFailure(error)) throw error
    // A client or a callback did what it must not do.
    if (!signal.aborted) await fail(context, task, reasonOf(error))
    return noWork
  }
}

async function callOnce(context: TurnContext, task: AgentTask, signal: AbortSignal): Promise<LaterWork> {
  const { live, settings, program } = context
  const state = new RecordedState(seenIn(live.session, task.step.scopes ?? []).state)
  const step: AgentStep = { agent: task.agent, branch: task.branch, session: live.key, state, signal }
  const callbacks = callbacksFor(settings.callbacks, agentIn(program.graph, task.agent).agent)
  const calling: Calling = { step, state, callbacks }
  const found = await askAgent(context, task, calling)
  const answer = 'failed' in found ? await answerAfter(context, task, calling, found.failed) : found
  if (answer === null) return noWork
  const last = await afterAgent(context, task, calling, answer)
  // A callback that was stopped does not make the answer void.
  if ('failed' in last && !signal.aborted) await fail(context, task, last.failed)
  else await appendAnswer(context, task, 'failed' in last ? answer : last, state.take())
  return answer.later
}

/** Returns the answer of `beforeAgent`, or else that of a model. */
async function askAgent(
  context: TurnContext,
  task: AgentTask,
  { step, state, callbacks }: Calling,
): Promise<Answer | NoAnswer> {
  const { live } = context
  if (callbacks.length > 0 && isFirstCall(live.session, task.agent, task.branch)) {
    const before = await caught(() => firstText(callbacks, step.signal, each => each.beforeAgent?.(step)))
    if ('error' in before) return { failed: reasonOf(before.error) }
    if (before.value !== undefined) return saidInstead(task, before.value, unasked(context))
    // The agent is to see the changes.
    const changes = state.take()
    if (changes !== null)
      await live.append(() => ({
        events: [{ author: 'developer', branch: task.branch, parts: [], actions: { state: changes } }],
      }))
  }
  return callModels(context, task, step, callbacks)
}

/** Returns the record of an answer for which no model was called. */
const unasked = ({ live, settings }: TurnContext): Omit<Answer, 'events'> => ({
  effects: [],
  plan: null,
  later: noWork,
  answered: { upTo: live.session.length, now: settings.now() },
})

/** Returns the answer of `onAgentError`; null if there is none, after it has appended that the agent failed. */
async function answerAfter(
  context: TurnContext,
  task: AgentTask,
  { step, callbacks }: Calling,
  why: string,
): Promise<Answer | null> {
  if (step.signal.aborted) return null
  const instead = await caught(() =>
    firstText(callbacks, step.signal, each => each.onAgentError?.(step, new Error(why))),
  )
  if ('value' in instead && instead.value !== undefined)
    return saidInstead(task, instead.value, unasked(context))
  await fail(context, task, why)
  return null
}

/** Returns the answer as `afterAgent` changed it. */
async function afterAgent(
  context: TurnContext,
  task: AgentTask,
  { step, callbacks }: Calling,
  answer: Answer,
): Promise<Answer | NoAnswer> {
  const text = callbacks.length === 0 ? null : finalText(answer)
  if (text === null) return answer
  const changed = await caught(() => firstText(callbacks, step.signal, each => each.afterAgent?.(step, text)))
  if ('error' in changed) return { failed: reasonOf(changed.error) }
  if (changed.value === undefined || changed.value === text) return answer
  context.report({ type: 'retracted', agent: task.agent, branch: task.branch })
  return withText(answer, task, changed.value)
}
