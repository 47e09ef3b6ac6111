import { toResultContent } from '../../../core/compile/answer/result-content.ts'
import { untilAborted } from '../../../core/effect/until-aborted.ts'
import { branchConversation } from '../../../core/ir/call-branch.ts'
import { agentIn } from '../../../core/program/graph.ts'
import type { FinishedCall } from '../../../core/program/next-step.ts'
import { sessionText } from '../../../core/session/owner.ts'
import { sessionInScopes } from '../../../core/session/view/scoped-keys.ts'
import { callbacksFor, firstAnswer } from '../callbacks.ts'
import { runIdOf } from '../observe/observers.ts'
import { runnerMark, type TurnContext } from '../turn-context.ts'
import { receiptOf } from './background.ts'
import { boundContent } from './bound-result.ts'
import { CallProgress } from './call-progress.ts'
import { type CallTask, callAt, isToRun, mayBegin, unknownOutcomeText } from './call-task.ts'
import { conversationStart } from './conversation.ts'
import { digestOfCall, waitsMark } from './digest-call.ts'
import { expandsExternalText } from './expands-outside.ts'
import type { FoundTool } from './find-tool.ts'
import { judgeArguments } from './guard-arguments.ts'
import { requestWithHandles } from './handles-for.ts'
import { asking, isKeptWhole, type MayAsk, QuestionError, replyTo } from './question.ts'
import { runWithRealValues } from './run-revealed.ts'
import { type ReadyCall, type RunningCall, runWithToolCallbacks } from './settle-call.ts'
import { RecordedState, type ToolContext } from './tool-context.ts'
import { failedOutcome, outcomeOfException, type ToolOutcome } from './tool-result.ts'
import { withTimeout } from './with-timeout.ts'

/** Running call, with a function that makes the tool's context for a given signal. */
interface Running extends RunningCall {
  readonly contextFor: (signal: AbortSignal) => ToolContext
  readonly progress: CallProgress
}

/** Place of a call, and the agent that made it. */
type Place = Pick<CallTask, 'call' | 'agent' | 'branch' | 'scopes'>

async function prepareRunningCall(
  context: TurnContext,
  { call, agent, branch, scopes }: Place,
  ready: ReadyCall,
  signal: AbortSignal,
): Promise<Running> {
  const { live, settings, program } = context
  const handles = ready.found.tool.expands
    ? await requestWithHandles(context, { agent, branch }, signal)
    : null
  const state = new RecordedState(sessionInScopes(live.session, scopes))
  const key = `${sessionText(live.key)}/${call}`
  const progress = new CallProgress(context, { call, agent, branch }, ready.call.name)
  const reply = replyTo(live.session, call)
  const contextFor = (own: AbortSignal): ToolContext & MayAsk => ({
    [asking]: { reply },
    key,
    agent,
    signal: own,
    session: live.key,
    state,
    artifacts: settings.compile.artifacts ?? {},
    progress: progress.tell,
    handles,
  })
  const step = { tool: ready.call.name, input: ready.input, context: contextFor(signal) }
  const callbacks = callbacksFor(settings.callbacks, agentIn(program.graph, agent).agent)
  return { step, state, signal, callbacks, contextFor, progress }
}

/** Runs a valid call, and returns its outcome; null if it waits for approval or an answer, or must no longer run. */
export async function runCall(
  context: TurnContext,
  task: CallTask,
  ready: ReadyCall,
  signal: AbortSignal,
): Promise<ToolOutcome | null> {
  const { live } = context
  const running = await prepareRunningCall(context, task, ready, signal)
  const verdict = await decideCall(context, task, ready, running)
  if (typeof verdict === 'object') return verdict
  const { tool, handlers } = ready.found
  if (verdict === 'run' && tool.agent !== undefined) {
    // An agent that works as a tool has no later turn, so it waits for every answer.
    const isApart = tool.background !== undefined && branchConversation(task.branch) === ''
    await live.append(session => {
      if (!isToRun(live.steps, task.call)) return null
      const { events } = conversationStart(session, task.call)
      return { events: isApart ? [...events, receiptOf(session, task)] : events }
    })
    return null
  }
  const isMarked = tool.onInterrupt === 'report' || handlers.onInterrupt !== undefined
  // Another runner may have rewound the approval. If no mark is appended below, only a read detects this.
  if (verdict === 'run' && !isMarked && task.decision !== undefined) await live.refresh()
  // While callbacks ran, the call may have been closed or the run cancelled.
  if (signal.aborted || !isToRun(live.steps, task.call)) return null
  if (verdict !== 'run' || isMarked) {
    const event = runnerMark(
      verdict === 'run'
        ? { begun: { calls: [task.call] } }
        : waitsMark(
            { ...ready, place: task.call, isForAnswer: verdict === 'answer' },
            context.settings.now(),
          ),
    )
    const appended = await live.append(() => (mayBegin(live.steps, task) ? { events: [event] } : null))
    if (verdict !== 'run' || appended === null) return null
  }
  const settled = await runWithToolCallbacks(running, ready, () =>
    runObservedTool(context, task, ready, running),
  ).catch((error: unknown) => appendQuestion(context, task, ready, error))
  if (settled === null) return null
  const outcome = {
    ...settled,
    content: boundContent(settled.content, context.settings.resultCharacters),
  }
  return tool.expands === true && expandsExternalText(live.session, ready.input)
    ? { ...outcome, isExternal: true }
    : outcome
}

/**
 * Appends that a call waits for the answer to its tool's question, and returns null; returns an error if the call could not
 * continue with what may be stored of the question. Throws any other error.
 */
async function appendQuestion(
  { live, settings }: TurnContext,
  { call }: CallTask,
  ready: ReadyCall,
  error: unknown,
): Promise<ToolOutcome | null> {
  if (!(error instanceof QuestionError)) throw error
  const { question } = error
  const mark = runnerMark(waitsMark({ ...ready, place: call, isForAnswer: true, question }, settings.now()))
  if (!isKeptWhole(question, live.withoutRemoved(mark).actions?.run?.waits?.question))
    return failedOutcome('the question of its server has a value that may not be stored')
  await live.append(() => (isToRun(live.steps, call) ? { events: [mark] } : null))
  return null
}

/** Runs a tool's function, and reports the call to the runner's observers. */
async function runObservedTool(
  context: TurnContext,
  { call, agent, branch }: CallTask,
  { call: part, found, input }: ReadyCall,
  running: Running,
): Promise<unknown> {
  const { live, settings, shown } = context
  const { tool } = found
  const observed = settings.observers.toolCall(() => ({
    ...{ session: live.key, runId: runIdOf(live.session), agent, branch, tool: part.name },
    ...{ call, id: part.id, input: shown.protectValue(input), time: settings.now() },
  }))
  const revealed = tool.reveal
    ? (placeholderValuesIn(context, { call, agent })?.revealArguments(input, tool.reveal) ?? null)
    : null
  const reportToolEnd = (value: unknown, error: unknown): void =>
    observed.end(() => ({
      time: settings.now(),
      value: shown.protectValue(value),
      error: shown.protectError(error),
    }))
  if (revealed !== null) running.progress.hideValuesBy(revealed.hide)
  try {
    const { execute } = found
    const executeTool = (given: unknown): Promise<unknown> =>
      withTimeout({ signal: running.signal, ms: tool.timeoutMs, timers: settings.timers }, own =>
        execute?.(given, running.contextFor(own)),
      )
    const value = await observed.within(() => runWithRealValues(running, input, revealed, executeTool))
    reportToolEnd(value, null)
    return value
  } catch (error) {
    reportToolEnd(undefined, error instanceof QuestionError ? null : error)
    throw error
  } finally {
    running.progress.endProgress()
  }
}

/**
 * Returns the real values for the placeholders in a call's arguments. A person who changes arguments gets no values of
 * placeholders that the model did not write.
 */
const placeholderValuesIn = (
  { compilers, live }: TurnContext,
  { call, agent }: Pick<CallTask, 'call' | 'agent'>,
) =>
  compilers
    .agentViewOf(live.session, agent)
    .call(Number.parseInt(call, 10))
    ?.withinArguments(callAt(live.session, call).arguments)

/**
 * Decides about a call: returns its outcome if it need not run, `approval` or `answer` if it waits for one, else `run`.
 */
async function decideCall(
  context: TurnContext,
  task: CallTask,
  ready: ReadyCall,
  { step, state, signal, callbacks }: Running,
): Promise<ToolOutcome | 'approval' | 'answer' | 'run'> {
  const { found, call } = ready
  const { live, settings } = context
  try {
    const instead = await firstAnswer(callbacks, signal, each => each.beforeTool?.(step))
    if (instead !== undefined) return { content: toResultContent(instead), state: state.takeChanges() }
    const verdict = judgeArguments(
      live.session,
      found,
      call,
      value => placeholderValuesIn(context, task)?.revealPlaceholders(value) ?? value,
    )
    if (typeof verdict === 'object') return failedOutcome(verdict.refusal)
    // A call whose question was answered had begun while its approval was valid.
    const now = replyTo(live.session, task.call) === null ? settings.now() : null
    if (await isAwaitingApproval(task, ready, step.context, now, verdict === 'ask')) return 'approval'
    if (found.tool.agent !== undefined) return 'run'
    if (found.tool.answeredBy !== undefined) return 'answer'
    if (found.execute === null) return failedOutcome(`the tool '${call.name}' has no execute function`)
    const outcome = task.isBegun ? await interruptedOutcome(found, step.context) : null
    return outcome === null ? 'run' : { ...outcome, isExternal: found.tool.external === true }
  } catch (error) {
    // An aborted call gets no result here: the code that aborted the call closes it or runs it again.
    if (signal.aborted) throw error
    return outcomeOfException(error)
  }
}

/** Returns the outcome of a call that had begun before a crash; null if the call must run again. */
async function interruptedOutcome(
  { tool, handlers }: FoundTool,
  { key, signal }: ToolContext,
): Promise<ToolOutcome | null> {
  if (handlers.onInterrupt === undefined)
    return tool.onInterrupt === 'report' ? failedOutcome(unknownOutcomeText) : null
  const outcome = await untilAborted(Promise.resolve(handlers.onInterrupt(key)), signal)
  return outcome === undefined ? null : { content: toResultContent(outcome) }
}

/**
 * Whether a call must wait for approval. An earlier approval is valid only until it expires, and only for unchanged
 * arguments and an unchanged tool declaration. `now` is null for a call that has begun.
 */
async function isAwaitingApproval(
  { decision }: CallTask,
  { call, found, input }: ReadyCall,
  context: ToolContext,
  now: number | null,
  isTainted: boolean,
): Promise<boolean> {
  const { tool, handlers } = found
  const isAsked = handlers.needsApproval
    ? await untilAborted(Promise.resolve(handlers.needsApproval(input, context)), context.signal)
    : tool.needsApproval === true
  const isNeeded = isAsked || isTainted
  const isFit =
    decision?.approved === true &&
    decision.digest === digestOfCall(call, tool) &&
    (decision.until === undefined || now === null || now <= decision.until)
  return isNeeded && !isFit
}

/** Returns the outcome of a call that an agent or somebody else has answered, or failed to answer. */
export async function outcomeOfFinishedCall(
  context: TurnContext,
  task: Place,
  ready: ReadyCall,
  finished: FinishedCall,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const running = await prepareRunningCall(context, task, ready, signal)
  const outcome = await runWithToolCallbacks(running, ready, async () => {
    if ('failed' in finished) throw new Error(finished.failed)
    return finished.value
  })
  if ('failed' in finished || finished.decision === undefined) return outcome
  const content = boundContent(outcome.content, context.settings.resultCharacters)
  return { ...outcome, content, isExternal: false, givenBy: finished.decision.by }
}
