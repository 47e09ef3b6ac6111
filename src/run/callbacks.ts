import type { Compiled } from '../compile/contract/result.ts'
import type { EventInput } from '../ir/event.ts'
import type { JsonValue } from '../ir/json.ts'
import type { ToolContext } from './tool-context.ts'

/** Call of an agent's model. */
export interface ModelStep {
  readonly agent: string
  readonly branch: string
  readonly session: { readonly id: string }
}

/** Call of a tool, after validation. */
export interface ToolStep {
  readonly tool: string
  readonly input: unknown
  readonly context: ToolContext
}

/** A value, a promise of one, or nothing. */
export type Maybe<Value> = Value | undefined | Promise<Value | undefined>

/**
 * Functions that a runner calls around models and tools. The first one that returns a value decides; the value is used in
 * place of the call or its result, and is what the log records. Functions run at least once: a crash may repeat them.
 */
export interface Callbacks {
  /** Sees the compiled request. A text that it returns is the answer, and the model is not called. */
  beforeModel?(step: ModelStep, compiled: Compiled): Maybe<string>
  /** Sees the answer's events, and may return others. */
  afterModel?(step: ModelStep, events: readonly EventInput[]): Maybe<readonly EventInput[]>
  /** Sees the error of a model call. A text that it returns is the answer. */
  onModelError?(step: ModelStep, error: unknown): Maybe<string>
  /** Sees the validated input. A value that it returns is the result, and the tool is not called. */
  beforeTool?(step: ToolStep): Maybe<JsonValue>
  /** Sees what the tool returned, and may return another value. */
  afterTool?(step: ToolStep, result: unknown): Maybe<JsonValue>
  /** Sees the error of a tool. A value that it returns is the result. */
  onToolError?(step: ToolStep, error: unknown): Maybe<JsonValue>
}

/** Calls a function of each callback in order, until one returns a value; undefined if none does. */
export async function firstOf<Value>(
  callbacks: readonly Callbacks[],
  call: (callbacks: Callbacks) => Maybe<Value>,
): Promise<Value | undefined> {
  for (const each of callbacks) {
    const value = await call(each)
    if (value !== undefined) return value as Value
  }
  return undefined
}
