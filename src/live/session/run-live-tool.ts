import type { Agent } from '../../agent/agent.ts'
import type { JsonObject, JsonValue } from '../../ir/json.ts'
import { findTool } from '../../run/tools/find-tool.ts'
import { contentOf } from '../../run/tools/tool-result.ts'
import { validateCall } from '../../run/tools/validate-call.ts'
import { frozenJson } from '../../state/json-value.ts'
import { reasonOf } from '../../text/reason.ts'

/** State for a tool of a live conversation. */
export interface LiveToolState {
  get(key: string): JsonValue | undefined
  set(key: string, value: JsonValue): void
}

/** Context of a tool's `execute` in a live conversation. */
export interface LiveToolContext {
  /** The provider's id of the call. */
  readonly key: string
  readonly agent: string
  /** Aborts when the model takes the call back, and when the conversation ends. */
  readonly signal: AbortSignal
  readonly state: LiveToolState
}

/** Result of a tool for the model, and the keys that it changed. */
interface ToolOutcome {
  readonly value: JsonValue
  readonly set: JsonObject
}

/** Runs a tool. An error is a result: it never rejects. */
export async function runLiveTool(
  agent: Agent,
  call: { readonly id: string; readonly name: string; readonly args: JsonObject },
  values: JsonObject,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const set: Record<string, JsonValue> = {}
  const state: LiveToolState = {
    get: key => (Object.hasOwn(set, key) ? set[key] : Object.hasOwn(values, key) ? values[key] : undefined),
    set(key, value) {
      set[key] = frozenJson(value)
    },
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
    return { value: frozenJson(value), set }
  } catch (error) {
    return { value: { error: reasonOf(error) }, set }
  }
}

/** Returns a part as the model reads it: a text as it is, data as data. */
const plain = (part: ReturnType<typeof contentOf>[number]): unknown =>
  part.kind === 'text' ? part.text : part.kind === 'data' ? part.value : part
