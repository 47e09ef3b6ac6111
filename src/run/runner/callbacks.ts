import type { Agent } from '../../core/agent/agent.ts'
import type { Compiled } from '../../core/compile/contract/result.ts'
import { untilAborted } from '../../core/effect/until-aborted.ts'
import { wrongValueError } from '../../core/form/describe.ts'
import { Path } from '../../core/form/path.ts'
import type { EventInput } from '../../core/ir/event.ts'
import type { JsonValue } from '../../core/ir/json.ts'
import { assertEvent } from '../../core/session/assert-event.ts'
import type { SessionKey } from '../../core/session/owner.ts'
import type { ToolContext, ToolState } from './tools/tool-context.ts'

/** Turn of an agent: its model calls until an answer without calls. */
export interface AgentStep {
  readonly agent: string
  readonly branch: string
  readonly session: SessionKey
  /** State of the session. `beforeAgent`'s changes are recorded before the model call, others with the answer. */
  readonly state: ToolState
  /** Aborts when the run is cancelled. */
  readonly signal: AbortSignal
}

/** Call of a model for an agent. */
export interface ModelStep extends AgentStep {
  readonly model: string
}

/** Call of a tool with valid arguments. */
export interface ToolStep {
  readonly tool: string
  readonly input: unknown
  readonly context: ToolContext
}

/** Value, promise of a value, or nothing. */
export type Maybe<Value> = Value | undefined | Promise<Value | undefined>

/**
 * Functions that a runner calls around agents, models and tools; a plugin is an object of them. The runner's functions
 * are called before the agent's. The first returned value is used: it replaces the call or its result, also in the log.
 * After a crash, a function may be called again.
 */
export interface Callbacks {
  /** Called when an agent's turn begins. A returned text is the answer, and the agent is not called. */
  beforeAgent?(step: AgentStep): Maybe<string>
  /** Called with the text of the answer that ends an agent's turn. A returned text replaces it. */
  afterAgent?(step: AgentStep, text: string): Maybe<string>
  /** Called with the reason why an agent failed. A returned text is the answer. */
  onAgentError?(step: AgentStep, error: Error): Maybe<string>
  /** Called with the compiled request. A returned text is the answer, and the model is not called. */
  beforeModel?(step: ModelStep, compiled: Compiled): Maybe<string>
  /** Called with the events of an answer. Returned events replace them. */
  afterModel?(step: ModelStep, events: readonly EventInput[]): Maybe<readonly EventInput[]>
  /** Called with the error of a model call after the last model failed. A returned text is the answer. */
  onModelError?(step: ModelStep, error: unknown): Maybe<string>
  /** Called with the validated input. A returned value is the result, and the tool is not called. */
  beforeTool?(step: ToolStep): Maybe<JsonValue>
  /** Called with the tool's return value. A returned value replaces it. */
  afterTool?(step: ToolStep, result: unknown): Maybe<JsonValue>
  /** Called with the error of a tool. A returned value is the result. */
  onToolError?(step: ToolStep, error: unknown): Maybe<JsonValue>
}

/** Returns the callbacks for an agent: the runner's first, then the agent's own. */
export const callbacksFor = (
  runners: readonly Callbacks[],
  { callbacks = [] }: Agent,
): readonly Callbacks[] =>
  callbacks.length === 0 ? runners : [...runners, ...(callbacks as readonly Callbacks[])]

/**
 * Calls a function of each callback object in order, until one returns a value; undefined if none does. Rejects as soon
 * as the signal aborts.
 */
export async function firstAnswer<Value>(
  callbacks: readonly Callbacks[],
  signal: AbortSignal,
  call: (callbacks: Callbacks) => Maybe<Value>,
  assertValue: (value: unknown) => void = () => {},
): Promise<Value | undefined> {
  for (const each of callbacks) {
    const value = await untilAborted(Promise.resolve(call(each)), signal)
    if (value === undefined) continue
    assertValue(value)
    return value as Value
  }
  return undefined
}

/** Calls a function of each callback object in order, until one returns a text. Rejects for any other value. */
export const firstText = (
  callbacks: readonly Callbacks[],
  signal: AbortSignal,
  call: (callbacks: Callbacks) => Maybe<string>,
): Promise<string | undefined> => firstAnswer(callbacks, signal, call, assertText)

function assertText(value: unknown): void {
  if (typeof value !== 'string')
    throw wrongValueError('a text or nothing', value, Path.named('the result of a callback'))
}

/** Throws if a callback's events cannot be the events of an answer. */
export function assertAnswer(events: unknown): void {
  if (!Array.isArray(events) || events.length === 0)
    throw wrongValueError(
      'the events of an answer or nothing',
      events,
      Path.named('the result of afterModel'),
    )
  for (const event of events as readonly EventInput[]) {
    const actions = Object.keys(event.actions ?? {})
    const wrong = actions.find(action => action !== 'state' && action !== 'usage')
    if (wrong !== undefined) throw Path.named('an event of afterModel').wrong(`has the action '${wrong}'`)
    assertEvent(event, 'the event of afterModel')
  }
}
