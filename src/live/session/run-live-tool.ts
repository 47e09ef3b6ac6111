import type { Agent } from '../../core/agent/agent.ts'
import { toResultContent } from '../../core/compile/answer/result-content.ts'
import { untilAborted } from '../../core/effect/until-aborted.ts'
import type { JsonObject, JsonValue } from '../../core/ir/json.ts'
import { sessionText } from '../../core/session/owner.ts'
import type { Session } from '../../core/session/session.ts'
import { stateOf } from '../../core/session/state.ts'
import { toJson } from '../../core/text/json.ts'
import { frozenJson } from '../../core/text/json-value.ts'
import { mapTexts } from '../../core/text/map-texts.ts'
import { callbacksFor, firstAnswer } from '../../run/runner/callbacks.ts'
import { findTool } from '../../run/runner/tools/find-tool.ts'
import { judgeArguments } from '../../run/runner/tools/guard-arguments.ts'
import { runWithRealValues } from '../../run/runner/tools/run-revealed.ts'
import { type ReadyCall, type RunningCall, runWithToolCallbacks } from '../../run/runner/tools/settle-call.ts'
import { RecordedState, type ToolContext } from '../../run/runner/tools/tool-context.ts'
import { failedOutcome, outcomeOfException, type ToolOutcome } from '../../run/runner/tools/tool-result.ts'
import { validateCall } from '../../run/runner/tools/validate-call.ts'
import type { ToolSettings } from './contract.ts'
import type { ProtectedLog } from './protected-log.ts'

/** Context of a tool's `execute` in a live conversation. */
export interface LiveToolContext extends ToolContext {
  /** Sends the progress of a background call to the model. If several reports wait, only the newest is sent. */
  readonly progress: (value: JsonValue) => void
}

/** Call of a tool, as the engine reports it. */
export interface LiveCall {
  readonly id: string
  readonly name: string
  readonly args: JsonObject
}

/** Result of a tool for the model and the log, and the state keys that the tool changed. */
export interface LiveResult {
  readonly value: JsonValue
  readonly isError: boolean
  readonly isExternal: boolean
  readonly set: JsonObject
  readonly delete: readonly string[]
}

/** Log of the conversation, and the values behind the placeholders in the call; null if nothing is protected. */
interface CallLog {
  readonly log: Session
  readonly values: () => ReturnType<ProtectedLog['placeholderValuesOf']> | null
}

/**
 * Runs a tool, with the callbacks of the conversation and of the agent around it. Never rejects, because an error
 * becomes an error result.
 */
export async function runLiveTool(
  agent: Agent,
  call: LiveCall,
  values: JsonObject,
  settings: ToolSettings,
  { signal, progress, ...known }: Pick<LiveToolContext, 'signal' | 'progress'> & CallLog,
): Promise<LiveResult> {
  const { key: session, plugins = [], artifacts = {} } = settings
  const state = new RecordedState({ state: stateOf(values) })
  const context: LiveToolContext = {
    ...{ key: `${sessionText(session)}/${call.id}`, agent: agent.name, signal, session, state },
    ...{ artifacts, handles: null, progress },
  }
  const callbacks = callbacksFor(plugins, agent)
  try {
    const part = { kind: 'tool-call', id: call.id, name: call.name, arguments: call.args } as const
    const found = findTool(agent, call.name)
    if (found === null) return toLiveResult(failedOutcome(`there is no tool '${call.name}'`), state)
    const validated = await validateCall(part, found)
    if (!validated.ok)
      return toLiveResult(failedOutcome(`invalid arguments: ${validated.problems.join('; ')}`), state)
    const step = { tool: call.name, input: validated.value, context }
    const ready = { call: part, found, input: validated.value }
    return toLiveResult(await runToolCall({ step, state, signal, callbacks }, ready, settings, known), state)
  } catch (error) {
    return toLiveResult(outcomeOfException(error), state)
  }
}

async function runToolCall(
  running: RunningCall,
  ready: ReadyCall,
  { approve }: ToolSettings,
  { log, values }: CallLog,
): Promise<ToolOutcome> {
  const { callbacks, signal, step } = running
  const instead = await firstAnswer(callbacks, signal, each => each.beforeTool?.(step))
  if (instead !== undefined) return { content: toResultContent(instead) }
  const { execute, handlers, tool } = ready.found
  if (execute == null) return failedOutcome(`the tool '${tool.name}' has no execute function`)
  const runWithinTimeout = <Value>(value: Value | Promise<Value>): Promise<Value> =>
    untilAborted(Promise.resolve(value), signal)
  const verdict = judgeArguments(
    log,
    ready.found,
    ready.call,
    value => values()?.revealPlaceholders(value) ?? value,
  )
  if (typeof verdict === 'object') return failedOutcome(verdict.refusal)
  const isAsked = handlers.needsApproval
    ? await runWithinTimeout(handlers.needsApproval(step.input, step.context))
    : tool.needsApproval === true
  if ((isAsked || verdict === 'ask') && (await runWithinTimeout(approve?.(step) ?? false)) !== true)
    return failedOutcome('the call was not approved')
  // The approval may arrive when the call is already closed.
  if (signal.aborted) return failedOutcome('the call is over')
  const revealed = values()?.revealArguments(step.input, tool.reveal ?? []) ?? null
  const context =
    revealed === null ? step.context : hideProgressValues(step.context as LiveToolContext, revealed.hide)
  return runWithToolCallbacks(running, ready, () =>
    runWithRealValues(running, step.input, revealed, input => execute(input, context)),
  )
}

/** Returns the context for a tool that gets real values. In its progress reports, placeholders replace these values. */
const hideProgressValues = (context: LiveToolContext, hide: (text: string) => string): LiveToolContext => ({
  ...context,
  progress: value => context.progress(mapTexts(frozenJson(value), hide)),
})

function toLiveResult(outcome: ToolOutcome, state: RecordedState): LiveResult {
  const { content, isError = false, isExternal = false } = outcome
  // State changes of a failed call are ignored.
  const changes = isError ? null : (outcome.state ?? state.takeChanges())
  const { set = {}, delete: deleted = [] } = changes ?? {}
  const [first, ...others] = content
  const value = first === undefined ? '' : others.length > 0 ? content : plainResultValue(first)
  const words = content
    .map(part => (part.kind === 'text' ? part.text : toJson(plainResultValue(part))))
    .join('\n')
  const result = isError ? { error: words.replace(/^Error: /, '') } : value
  return { value: frozenJson(result), isError, isExternal, set, delete: deleted }
}

/** Returns a part of a result as the model reads it: the text, or the data value. */
const plainResultValue = (part: ToolOutcome['content'][number]): unknown =>
  part.kind === 'text' ? part.text : part.kind === 'data' ? part.value : part
