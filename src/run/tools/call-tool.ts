import type { Agent } from '../../agent/agent.ts'
import type { ToolCallPart } from '../../ir/call.ts'
import { transferName } from '../../ir/transfer.ts'
import { readArguments } from '../../lower/arguments.ts'
import { agentIn } from '../../program/graph.ts'
import type { FinishedCall } from '../../program/next-step.ts'
import { nameIn, targetOf, transferTargets } from '../../program/transfer.ts'
import type { TurnContext } from '../turn-context.ts'
import { type CallTask, callAt, isOpen } from './call-task.ts'
import { findTool, toolNamesOf } from './find-tool.ts'
import { finishedOutcome, runCall } from './run-call.ts'
import { failed, resultEvent, type ToolOutcome } from './tool-result.ts'
import { validateCall } from './validate-call.ts'

/** Runs one call and appends its result, or a mark that it waits for approval. */
export async function callTool(context: TurnContext, task: CallTask, signal: AbortSignal): Promise<void> {
  const { live } = context
  const call = callAt(live.session, task.call)
  const outcome = await outcomeOf(context, task, call, signal)
  if (outcome !== null) await appendResult(context, task, outcome)
}

/** Appends the result of a call that its agent answered, or failed to answer. */
export async function finishCall(
  context: TurnContext,
  { agent, branch, scopes }: Pick<CallTask, 'agent' | 'branch' | 'scopes'>,
  finished: FinishedCall,
  signal: AbortSignal,
): Promise<void> {
  const { call: place } = finished
  const call = callAt(context.live.session, place)
  const found = findTool(agentIn(context.program.graph, agent).agent, call.name)
  if (found === null) return
  const ready = { call, found, input: readArguments(call).value }
  const outcome = await finishedOutcome(
    context,
    { call: place, agent, branch, scopes },
    ready,
    finished,
    signal,
  )
  await appendResult(context, { call: place, branch }, outcome)
}

/** Appends the result of a call, unless it has one by now. */
export async function appendResult(
  { live }: TurnContext,
  { call, branch }: Pick<CallTask, 'call' | 'branch'>,
  outcome: ToolOutcome,
): Promise<void> {
  await live.append(session => {
    if (!isOpen(session, call)) return null
    return { events: [resultEvent(callAt(session, call), branch, outcome)] }
  })
}

/** Returns the outcome of a call; null if it waits for approval. */
async function outcomeOf(
  context: TurnContext,
  task: CallTask,
  call: ToolCallPart,
  signal: AbortSignal,
): Promise<ToolOutcome | null> {
  const placed = agentIn(context.program.graph, task.agent)
  if (call.name === transferName) {
    const targets = transferTargets(placed)
    if (targets.length > 0) return transferOutcome(call, targets)
  }
  const found = findTool(placed.agent, call.name)
  if (found === null) return failed(noTool(call.name, toolNamesOf(placed.agent)))
  const validated = await validateCall(call, found)
  if (!validated.ok) return failed(`invalid arguments: ${validated.problems.join('; ')}`)
  return runCall(context, task, { call, found, input: validated.value }, signal)
}

const noTool = (name: string, names: readonly string[]): string =>
  `there is no tool '${name}'${names.length === 0 ? '' : `; the tools are ${names.join(', ')}`}`

function transferOutcome(call: ToolCallPart, targets: readonly Agent[]): ToolOutcome {
  const target = targetOf(call, targets)
  if (target !== null) return { content: [{ kind: 'text', text: `Transferred to ${target.name}.` }] }
  const names = targets.map(({ name }) => name).join(', ')
  return failed(`there is no agent '${nameIn(call)}' to transfer to; the agents are ${names}`)
}
