import type { Agent } from '../../../core/agent/agent.ts'
import { untilAborted } from '../../../core/effect/until-aborted.ts'
import { type ToolCallPart, transferName } from '../../../core/ir/call.ts'
import type { EventInput } from '../../../core/ir/event.ts'
import type { JsonObject } from '../../../core/ir/json.ts'
import { readArguments } from '../../../core/lower/arguments.ts'
import { agentIn } from '../../../core/program/graph.ts'
import type { FinishedCall } from '../../../core/program/next-step.ts'
import { nameIn, transferTargetOf, transferTargets } from '../../../core/program/transfer.ts'
import { invocationOf } from '../../../core/program/turn/invocation.ts'
import type { Session } from '../../../core/session/session.ts'
import type { CallRow } from '../../../core/session/unit/call-table.ts'
import { changedFields } from '../../../core/text/equal.ts'
import { toJson } from '../../../core/text/json.ts'
import { runnerMark, type TurnContext } from '../turn-context.ts'
import { type CallTask, callAt, callsBefore, callToRun, isCallOpen, isOpenStep } from './call-task.ts'
import { digestOfCall, waitsMark } from './digest-call.ts'
import { findTool, toolNamesOf } from './find-tool.ts'
import { applyAfterAgentToResult, returnedEvent, returnsDirectly } from './return-result.ts'
import { outcomeOfFinishedCall, runCall } from './run-call.ts'
import { failedOutcome, resultEvent, type ToolOutcome } from './tool-result.ts'
import { validateCall } from './validate-call.ts'
import { unknownToolText } from './waiting-calls.ts'

/** Runs one call and appends its result, or appends that it waits for approval or an answer. */
export async function callTool(context: TurnContext, task: CallTask, signal: AbortSignal): Promise<void> {
  const { live } = context
  const call = callToRun(live.session, task.call)
  const outcome = await performCall(context, task, call, signal)
  if (outcome !== null) await appendOwnResult(context, task, outcome, signal)
}

/** Appends the result of a call, which may be the answer of the agent. */
async function appendOwnResult(
  context: TurnContext,
  task: Omit<CallTask, 'isBegun' | 'decision'>,
  outcome: ToolOutcome,
  signal: AbortSignal,
): Promise<void> {
  const { live } = context
  const { name } = callAt(live.session, task.call)
  if (!returnsDirectly(context, task.agent, name, outcome)) return appendResult(context, task, outcome)
  const leave = await live.answers.enter()
  try {
    const made = await applyAfterAgentToResult(context, task, outcome, signal)
    await appendResult(context, task, made.outcome, (session, event, length) => {
      // If the call was stopped meanwhile, its result is known, but is no answer.
      if (signal.aborted && !isOpenStep(live.steps, task.call)) return [event]
      return made.failed === null
        ? [returnedEvent(context, session, task, { event, from: length - made.parts })]
        : [event, ...failureEvents(session, task, made.failed)]
    })
  } finally {
    leave()
  }
}

/** Returns the mark that an agent failed; none if its run was stopped. */
const failureEvents = (
  session: Session,
  { agent, branch }: Pick<CallTask, 'agent' | 'branch'>,
  why: string,
): readonly EventInput[] =>
  invocationOf(session).stop === null ? [runnerMark({ failed: { agent, branch, why } })] : []

/** Appends the result of a call that an agent or somebody else has answered, or failed to answer. */
export async function finishCall(
  context: TurnContext,
  { agent, branch, scopes }: Pick<CallTask, 'agent' | 'branch' | 'scopes'>,
  finished: FinishedCall,
  signal: AbortSignal,
): Promise<void> {
  const { call: place } = finished
  const call = callToRun(context.live.session, place)
  const placed = agentIn(context.program.graph, agent)
  const found = findTool(placed.agent, call.name)
  const decision = 'value' in finished ? finished.decision : undefined
  if (found === null || (decision !== undefined && decision.digest !== digestOfCall(call, found.tool))) {
    // The program changed since somebody answered, who has not seen what the call is now.
    if (found !== null) return appendWait(context, { place, call, found, isForAnswer: true })
    const why = unknownToolText(call.name, toolNamesOf(placed.agent))
    return appendResult(context, { call: place, branch }, failedOutcome(why))
  }
  const ready = { call, found, input: readArguments(call).value }
  const task = { call: place, agent, branch, scopes }
  const outcome = await outcomeOfFinishedCall(context, task, ready, finished, signal)
  await appendOwnResult(context, task, outcome, signal)
}

/** Appends that a call waits again. */
async function appendWait(
  { live, settings }: TurnContext,
  waiting: Parameters<typeof waitsMark>[0],
): Promise<void> {
  await live.append(session =>
    isCallOpen(session, waiting.place) ? { events: [runnerMark(waitsMark(waiting, settings.now()))] } : null,
  )
}

/**
 * Appends the result of a call, unless the call already has one. `complete` returns the events to append for the event of
 * the result, whose content has the given number of parts.
 */
export async function appendResult(
  { live }: TurnContext,
  { call, branch }: Pick<CallTask, 'call' | 'branch'>,
  outcome: ToolOutcome,
  complete: (session: Session, event: EventInput, parts: number) => readonly EventInput[] = (_, event) => [
    event,
  ],
): Promise<void> {
  await live.append(session => {
    if (!isCallOpen(session, call)) return null
    const whole = withChanges(session, call, outcome)
    return {
      events: complete(session, resultEvent(callAt(session, call), branch, whole), whole.content.length),
    }
  })
}

/** Returns an outcome that tells the model which of its arguments a person changed. */
function withChanges(session: Session, place: string, outcome: ToolOutcome): ToolOutcome {
  const [made, run] = [callAt(session, place), callToRun(session, place)]
  if (run === made) return outcome
  const text = changedArgumentsText(changedFields(readArguments(made).value, run.arguments as JsonObject))
  return { ...outcome, content: [{ kind: 'text', text }, ...outcome.content] }
}

/** Result text of a call whose arguments a person changed. Its wording is part of the contract. */
const changedArgumentsText = (changed: JsonObject): string =>
  `a person changed arguments of this call before it ran: ${toJson(changed)}`

/** Returns the outcome of a call; null if it waits for approval, or its result comes later. */
async function performCall(
  context: TurnContext,
  task: CallTask,
  call: ToolCallPart,
  signal: AbortSignal,
): Promise<ToolOutcome | null> {
  const placed = agentIn(context.program.graph, task.agent)
  if (call.name === transferName) {
    const targets = transferTargets(placed)
    if (targets.length > 0) return transferOutcome(context.live.session, task.call, call, targets)
  }
  const found = findTool(placed.agent, call.name)
  if (found === null) return failedOutcome(unknownToolText(call.name, toolNamesOf(placed.agent)))
  const validated = await untilAborted(validateCall(call, found), signal)
  if (!validated.ok) return failedOutcome(`invalid arguments: ${validated.problems.join('; ')}`)
  return runCall(context, task, { call, found, input: validated.value }, signal)
}

/**
 * Result text of a transfer that was not done, because an earlier call of the answer already transferred. Its wording
 * is part of the contract.
 */
const notTransferredText = (name: string, first: string): string =>
  `not transferred to ${name}: an answer hands the conversation over once, and this one handed it over to ${first}. The part for ${name} is still to be done`

/** Whether a call's result is an error. */
function isErrorResult(session: Session, { answer }: CallRow): boolean {
  if (answer === null) return false
  const part = session.event(answer.seq).parts[answer.part]
  return part?.kind === 'tool-result' && part.isError === true
}

/** Returns the outcome of a transfer call. Only the first valid transfer of an answer is done. */
function transferOutcome(
  session: Session,
  place: string,
  call: ToolCallPart,
  targets: readonly Agent[],
): ToolOutcome {
  const target = transferTargetOf(call, targets)
  if (target !== null) {
    const [first] = callsBefore(session, place)
      .filter(row => row.name === transferName && !isErrorResult(session, row))
      .flatMap(({ seq, part }) => transferTargetOf(callAt(session, `${seq}.${part}`), targets) ?? [])
    return first === undefined || first === target
      ? { content: [{ kind: 'text', text: `Transferred to ${target.name}.` }] }
      : failedOutcome(notTransferredText(target.name, first.name))
  }
  const names = targets.map(({ name }) => name).join(', ')
  return failedOutcome(`there is no agent '${nameIn(call)}' to transfer to; the agents are ${names}`)
}
