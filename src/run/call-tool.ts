import type { Agent } from '../agent/agent.ts'
import type { ToolCallPart } from '../ir/call.ts'
import type { RunDecision } from '../ir/run-action.ts'
import { transferName } from '../ir/transfer.ts'
import { agentIn } from '../program/graph.ts'
import { transferTargets } from '../program/transfer.ts'
import type { Session } from '../session/session.ts'
import { firstOf, type ToolStep } from './callbacks.ts'
import { digestOfCall } from './digest-call.ts'
import { type FoundTool, findTool, toolNamesOf } from './find-tool.ts'
import { RecordedState, type ToolContext } from './tool-context.ts'
import { contentOf, failed, resultEvent, type ToolOutcome, thrown } from './tool-result.ts'
import { mark, type TurnContext } from './turn-context.ts'
import { validateCall } from './validate-call.ts'
import { withTimeout } from './with-timeout.ts'

/** A call to run. */
export interface CallTask {
  /** Place of the call, as `seq.part`. */
  readonly call: string
  readonly agent: string
  readonly branch: string
  /** Whether it began earlier, in this process or before a crash. */
  readonly isBegun: boolean
  readonly decision: RunDecision | undefined
}

/** Text of a call whose outcome nobody knows. Its wording is part of the contract. */
export const unknownOutcomeText =
  'the call began, and was interrupted before its result was recorded. Whether it took effect is not known.'

/** Returns the part of a call by its place. */
export function callAt(session: Session, call: string): ToolCallPart {
  const [seq = 0, part = 0] = call.split('.').map(Number)
  return session.event(seq).parts[part] as ToolCallPart
}

/** Runs one call and appends its result, or a mark that it waits for approval. */
export async function callTool(context: TurnContext, task: CallTask, signal: AbortSignal): Promise<void> {
  const { live } = context
  const call = callAt(live.session, task.call)
  const outcome = await outcomeOf(context, task, call, signal)
  if (outcome !== null) await appendResult(context, task, outcome)
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

/** Whether a call has no result yet. */
function isOpen(session: Session, call: string): boolean {
  const { rows } = session.units
  const [seq = 0, part = 0] = call.split('.').map(Number)
  return session.units.answerableUnits().some(unit =>
    rows.callsOf(unit).some(index => {
      const row = rows.call(index)
      return row.seq === seq && row.part === part && row.answer === null
    }),
  )
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
  return run(context, task, { call, found, input: validated.value }, signal)
}

const noTool = (name: string, names: readonly string[]): string =>
  `there is no tool '${name}'${names.length === 0 ? '' : `; the tools are ${names.join(', ')}`}`

function transferOutcome(call: ToolCallPart, targets: readonly Agent[]): ToolOutcome {
  const names = targets.map(({ name }) => name)
  const given = argumentOf(call, 'agent_name')
  return names.includes(given)
    ? { content: [{ kind: 'text', text: `Transferred to ${given}.` }] }
    : failed(`there is no agent '${given}' to transfer to; the agents are ${names.join(', ')}`)
}

function argumentOf({ arguments: given }: ToolCallPart, name: string): string {
  try {
    const value = (typeof given === 'string' ? JSON.parse(given) : given) as Record<string, unknown> | null
    return String(value?.[name] ?? '')
  } catch {
    return ''
  }
}

/** A call with its tool and its validated input. */
interface ReadyCall {
  readonly call: ToolCallPart
  readonly found: FoundTool
  readonly input: unknown
}

async function run(
  context: TurnContext,
  task: CallTask,
  { call, found, input }: ReadyCall,
  signal: AbortSignal,
): Promise<ToolOutcome | null> {
  const { live, settings } = context
  const key = `${live.key.id}/${task.call}`
  const state = new RecordedState(live.session.state)
  const toolContext = (own: AbortSignal): ToolContext => ({
    key,
    agent: task.agent,
    signal: own,
    session: live.key,
    state,
  })
  const step: ToolStep = { tool: call.name, input, context: toolContext(signal) }
  try {
    const instead = await firstOf(settings.callbacks, each => each.beforeTool?.(step))
    if (instead !== undefined) return { content: contentOf(instead), state: state.delta }
    if (await mustWait(context, task, { call, found, input }, step.context)) return null
    if (found.execute === null) return failed(`the tool '${call.name}' has no execute function`)
    const earlier = task.isBegun ? await interrupted(found, key) : null
    if (earlier !== null) return earlier
    if (found.tool.onInterrupt === 'report' || found.handlers.onInterrupt !== undefined)
      await live.append(() => ({ events: [mark({ begun: { calls: [task.call] } })] }))
  } catch (error) {
    return thrown(error)
  }
  return execute(context, { call, found, input }, step, { signal, toolContext, state })
}

/** Returns the outcome of a call that began before a crash; null if it must run again. */
async function interrupted({ tool, handlers }: FoundTool, key: string): Promise<ToolOutcome | null> {
  if (handlers.onInterrupt === undefined)
    return tool.onInterrupt === 'report' ? failed(unknownOutcomeText) : null
  const outcome = await handlers.onInterrupt(key)
  return outcome === undefined ? null : { content: contentOf(outcome) }
}

/**
 * Whether a call waits for approval. A decision counts for the same arguments and the same declaration only, until it
 * expires; else the call waits again.
 */
async function mustWait(
  { live, settings }: TurnContext,
  { call: place, decision }: CallTask,
  { call, found, input }: ReadyCall,
  context: ToolContext,
): Promise<boolean> {
  const { tool, handlers } = found
  const isNeeded = handlers.needsApproval
    ? await handlers.needsApproval(input, context)
    : tool.needsApproval === true
  if (!isNeeded) return false
  const isFit =
    decision?.approved === true &&
    decision.digest === digestOfCall(call, tool) &&
    (decision.until === undefined || settings.now() <= decision.until)
  if (isFit) return false
  await live.append(() => ({ events: [mark({ waits: { calls: [place] } })] }))
  return true
}

interface Execution {
  readonly signal: AbortSignal
  readonly toolContext: (signal: AbortSignal) => ToolContext
  readonly state: RecordedState
}

async function execute(
  { settings }: TurnContext,
  { found, input }: ReadyCall,
  step: ToolStep,
  { signal, toolContext, state }: Execution,
): Promise<ToolOutcome> {
  try {
    const given = await withTimeout(signal, found.tool.timeoutMs, own =>
      found.execute?.(input, toolContext(own)),
    )
    const changed = await firstOf(settings.callbacks, each => each.afterTool?.(step, given))
    return { content: contentOf(changed ?? given), state: state.delta }
  } catch (error) {
    // A call that was stopped from outside is closed by whoever stopped it.
    if (signal.aborted) throw error
    const instead = await firstOf(settings.callbacks, each => each.onToolError?.(step, error)).catch(
      () => undefined,
    )
    return instead === undefined ? thrown(error) : { content: contentOf(instead), state: state.delta }
  }
}
