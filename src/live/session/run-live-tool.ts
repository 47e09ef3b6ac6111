import type { Agent } from '../../agent/agent.ts'
import type { JsonObject, JsonValue } from '../../ir/json.ts'
import { findTool } from '../../run/tools/find-tool.ts'
import { RecordedState, type ToolState } from '../../run/tools/tool-context.ts'
import { contentOf } from '../../run/tools/tool-result.ts'
import { validateCall } from '../../run/tools/validate-call.ts'
import { stateOf } from '../../session/state.ts'
import { frozenJson } from '../../state/json-value.ts'
import { reasonOf } from '../../text/reason.ts'

/** Context of a tool's `execute` in a live conversation. */
export interface LiveToolContext {
  /** The provider's id of the call. */
  readonly key: string
  readonly agent: string
  /** Aborts when the model takes the call back, and when the conversation ends. */
  readonly signal: AbortSignal
  readonly state: ToolState
}

/** Result of a tool for the model, and the keys that it changed. */
interface ToolOutcome {
  readonly value: JsonValue
  readonly set: JsonObject
  readonly delete: readonly string[]
}

/** Runs a tool. An error is a result: it never rejects. */
export async function runLiveTool(
  agent: Agent,
  call: { readonly id: string; readonly name: string; readonly args: JsonObject },
  values: JsonObject,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const state = new RecordedState(stateOf(values))
  const withChanges = (value: JsonValue): ToolOutcome => {
    const { set = {}, delete: deleted = [] } = state.take() ?? {}
    return { value, set, delete: deleted }
  }
  try {
    const found = findTool(agent, call.name)
    if (found?.execute == null) throw new Error(`the tool '${call.name}' has no execute function`)
    const part = { kind: 'tool-call', id: call.id, name: call.name, arguments: call.args } as const
    const validated = await validateCall(part, found)
    if (!validated.ok) throw new Error(`invalid arguments: ${validated.problems.join('; ')}`)
    const context: LiveToolContext = { key: call.id, agent: agent.name, signal, state }
    const result = await found.execute(validated.value, context)
    const [first, ...others] = contentOf(result)
    const value = first === undefined ? '' : others.length > 0 ? [first, ...others] : plain(first)
    return withChanges(frozenJson(value))
  } catch (error) {
    return withChanges({ error: reasonOf(error) })
  }
}

/** Returns a part as the model reads it: a text as it is, data as data. */
const plain = (part: ReturnType<typeof contentOf>[number]): unknown =>
  part.kind === 'text' ? part.text : part.kind === 'data' ? part.value : part
