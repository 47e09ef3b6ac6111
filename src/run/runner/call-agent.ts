import { type LaterWork, noWork } from '../../core/compile/later/later-work.ts'
import { agentIn } from '../../core/program/graph.ts'
import { sessionInScopes } from '../../core/session/view/scoped-keys.ts'
import { reasonOf } from '../../core/text/reason.ts'
import {
  type AgentTask,
  type NoAnswer,
  type RecordedAnswer,
  recordCallbackAnswer,
  replaceAnswerText,
  textThatEndsTurn,
} from './answer.ts'
import { appendAnswer, appendFailure } from './append-answer.ts'
import { appendUnused } from './append-unused.ts'
import { callModels } from './call-models.ts'
import { type AgentStep, type Callbacks, callbacksFor, firstText } from './callbacks.ts'
import { isFirstCall } from './is-first-call.ts'
import { findOnlyJson, replaceTextByJson } from './json-answer.ts'
import { checkAnswerOutput } from './output-check.ts'
import { endsDrive } from './quotas.ts'
import { RecordedState } from './tools/tool-context.ts'
import type { TurnContext } from './turn-context.ts'

/** Value or error of code that may throw. */
type Caught<Value> = { readonly value: Value } | { readonly error: unknown }

/** Runs code of the app, and returns its value or its error. */
async function catchError<Value>(work: () => Value | Promise<Value>): Promise<Caught<Value>> {
  try {
    return { value: await work() }
  } catch (error) {
    return { error }
  }
}

/** Arguments for the callbacks during one call of an agent. */
interface Calling {
  readonly step: AgentStep
  readonly state: RecordedState
  readonly callbacks: readonly Callbacks[]
}

/** Calls an agent and appends its answer, or its failure. Returns the work that prepares later requests. */
export async function callAgent(
  context: TurnContext,
  task: AgentTask,
  signal: AbortSignal,
): Promise<LaterWork> {
  const { live, settings, program } = context
  const state = new RecordedState(sessionInScopes(live.session, task.step.scopes ?? []))
  const step: AgentStep = { agent: task.agent, branch: task.branch, session: live.key, state, signal }
  const callbacks = callbacksFor(settings.callbacks, agentIn(program.graph, task.agent).agent)
  const calling: Calling = { step, state, callbacks }
  try {
    return await answerAndAppend(context, task, calling)
  } catch (error) {
    if (live.isStoreFailure(error) || endsDrive(error)) throw error
    // A model client or a callback returned something invalid.
    const said = await answerAfterFailure(context, task, calling, reasonOf(error))
    if (said !== null)
      await appendAnswer(context, task, said, { changes: state.takeChanges(), instead: null })
    return noWork
  }
}

async function answerAndAppend(context: TurnContext, task: AgentTask, calling: Calling): Promise<LaterWork> {
  const { state, step } = calling
  const found = await requestAnswer(context, task, calling)
  const heard = 'failed' in found ? await answerAfterFailure(context, task, calling, found.failed) : found
  if (heard === null) return noWork
  const answer = unwrapJsonAnswer(context, task, heard)
  const last = await applyAfterAgent(context, task, calling, answer)
  // If a callback was aborted, the answer is still valid.
  const said = !('failed' in last)
    ? last
    : step.signal.aborted
      ? answer
      : await answerAfterFailure(context, task, calling, last.failed, answer)
  if (said === null) return answer.later
  const instead = await replaceInvalidAnswer(context, task, calling, said)
  await appendAnswer(context, task, said, { changes: state.takeChanges(), instead })
  return answer.later
}

/** If the agent has an output schema, removes words and code fences around the JSON of its answer. */
function unwrapJsonAnswer(
  { program, report }: TurnContext,
  task: AgentTask,
  answer: RecordedAnswer,
): RecordedAnswer {
  const { agent } = agentIn(program.graph, task.agent)
  const text = agent.outputSchema === undefined ? null : textThatEndsTurn(answer)
  const json = text === null ? null : findOnlyJson(text)
  if (json === null || checkAnswerOutput(agent, answer.events, answer.answered) !== null) return answer
  const plain = { ...answer, events: replaceTextByJson(answer.events, json) }
  if (textThatEndsTurn(plain) !== text) report({ type: 'retracted', agent: task.agent, branch: task.branch })
  return plain
}

/** Returns the answer that `onAgentError` gives instead of an invalid answer that is final; null for none. */
async function replaceInvalidAnswer(
  context: TurnContext,
  task: AgentTask,
  { step, callbacks }: Calling,
  { events, answered }: RecordedAnswer,
): Promise<RecordedAnswer | null> {
  const { live, program } = context
  const { agent } = agentIn(program.graph, task.agent)
  const refusal = answered.partial || step.signal.aborted ? null : checkAnswerOutput(agent, events, answered)
  const why = refusal?.givenUp(live.session, task) ?? null
  if (why === null) return null
  const said = await catchError(() =>
    firstText(callbacks, step.signal, each => each.onAgentError?.(step, new Error(why))),
  )
  if (!('value' in said) || said.value === undefined) return null
  const instead = recordCallbackAnswer(task, said.value, recordWithoutModel(context))
  return checkAnswerOutput(agent, instead.events, instead.answered) === null ? instead : null
}

/** Returns the answer of the callback `beforeAgent`, or else the model's answer. */
async function requestAnswer(
  context: TurnContext,
  task: AgentTask,
  { step, state, callbacks }: Calling,
): Promise<RecordedAnswer | NoAnswer> {
  const { live } = context
  if (callbacks.length > 0 && isFirstCall(live.session, task.agent, task.branch)) {
    const before = await catchError(() => firstText(callbacks, step.signal, each => each.beforeAgent?.(step)))
    if ('error' in before) return { failed: reasonOf(before.error) }
    if (before.value !== undefined)
      return recordCallbackAnswer(task, before.value, recordWithoutModel(context))
    // The changes of `beforeAgent` are appended first, so that the agent sees them.
    const changes = state.takeChanges()
    if (changes !== null)
      await live.append(() => ({
        events: [{ author: 'developer', branch: task.branch, parts: [], actions: { state: changes } }],
      }))
  }
  return callModels(context, task, step, callbacks)
}

/** Returns the facts to store with an answer for which no model was called. */
const recordWithoutModel = ({ live, settings }: TurnContext): Omit<RecordedAnswer, 'events'> => ({
  effects: [],
  plan: null,
  later: noWork,
  answered: { upTo: live.session.length, now: settings.now() },
  billed: null,
})

/**
 * Returns the answer of `onAgentError`. If it gives none, appends that the agent failed, and returns null. `unused` is the
 * model's answer if the agent failed after it.
 */
async function answerAfterFailure(
  context: TurnContext,
  task: AgentTask,
  { step, callbacks }: Calling,
  why: string,
  unused?: RecordedAnswer,
): Promise<RecordedAnswer | null> {
  if (step.signal.aborted) return null
  if (unused !== undefined) await appendUnused(context, unused)
  const instead = await catchError(() =>
    firstText(callbacks, step.signal, each => each.onAgentError?.(step, new Error(why))),
  )
  if ('value' in instead && instead.value !== undefined)
    return recordCallbackAnswer(task, instead.value, recordWithoutModel(context))
  await appendFailure(context, task, why)
  return null
}

/** Returns the answer as the callback `afterAgent` changed it. */
async function applyAfterAgent(
  context: TurnContext,
  task: AgentTask,
  { step, callbacks }: Calling,
  answer: RecordedAnswer,
): Promise<RecordedAnswer | NoAnswer> {
  const text = callbacks.length === 0 ? null : textThatEndsTurn(answer)
  if (text === null) return answer
  const changed = await catchError(() =>
    firstText(callbacks, step.signal, each => each.afterAgent?.(step, text)),
  )
  if ('error' in changed) return { failed: reasonOf(changed.error) }
  if (changed.value === undefined || changed.value === text) return answer
  context.report({ type: 'retracted', agent: task.agent, branch: task.branch })
  return replaceAnswerText(answer, task, changed.value)
}
