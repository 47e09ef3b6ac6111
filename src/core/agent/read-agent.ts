import type { ContextInput } from '../context/policy/built.ts'
import { readPolicy } from '../context/policy/read-policy.ts'
import { assertList } from '../form/check.ts'
import type { Path } from '../form/path.ts'
import { isObject } from '../ir/json.ts'
import { readMemoryRule } from '../remember/rules.ts'
import type { Agent } from './agent.ts'
import { type AgentCallbacks, readCallbacks } from './agent-callbacks.ts'
import { markAgent } from './agent-mark.ts'
import { assertAgent } from './assert.ts'
import { isReference, markAsData } from './instruction.ts'
import { noteLevels } from './levels.ts'
import { type OutputSchemaInput, readOutputSchema } from './read-output-schema.ts'
import { readTools } from './read-tools.ts'
import { toolAgentsOf } from './tool-facts.ts'
import type { ToolInputs } from './tool-input.ts'

/** Agent as declared, with tools and schemas in any of the accepted forms. */
export interface AgentInput
  extends Omit<
    Agent,
    | 'tools'
    | 'model'
    | 'outputSchema'
    | 'subAgents'
    | 'context'
    | 'executors'
    | 'toolHandlers'
    | 'callbacks'
    | '~keys'
  > {
  /** Model, or a list of models: if a model cannot be called, a runner tries the next one. */
  readonly model?: string | readonly string[]
  /** Functions called before and after the agent, its model and its tools; called by runners only. */
  readonly callbacks?: AgentCallbacks | readonly AgentCallbacks[]
  readonly tools?: ToolInputs
  readonly outputSchema?: OutputSchemaInput
  readonly subAgents?: readonly (AgentInput | Agent)[]
  /** Policy for history and context blocks, made with the functions of `C`. */
  readonly context?: ContextInput
}

/** Agents that were already read and need not be read again. */
const known = new WeakSet<object>()

/**
 * Reads an agent and all its sub-agents into the normal form. Throws a TypeError that names the path (`at`) if it is
 * invalid.
 */
export function readAgent(input: unknown, at: Path): Agent {
  if (isObject(input) && known.has(input)) return input as unknown as Agent
  return at.readOnce(input, () => readUncachedAgent(input, at))
}

function readUncachedAgent(input: unknown, at: Path): Agent {
  assertAgent(input, at)
  const { tools, outputSchema, subAgents, context, model, callbacks, remember, ...rest } = input as AgentInput
  const { instruction, globalInstruction } = rest
  const declared =
    tools === undefined ? null : at.in('tools').readSeparately(place => readTools(tools, place, readAgent))
  const agent: Agent = markAgent({
    ...rest,
    ...modelFields(model),
    ...(callbacks !== undefined &&
      !at.isData && {
        callbacks: at.in('callbacks').readSeparately(place => readCallbacks(callbacks, place)),
      }),
    ...(at.isData && isReference(instruction) && { instruction: markAsData(instruction) }),
    ...(at.isData && isReference(globalInstruction) && { globalInstruction: markAsData(globalInstruction) }),
    ...(declared && toolFields(declared)),
    ...(context !== undefined && {
      context: at.in('context').readSeparately(place => readPolicy(context, place)),
    }),
    ...(remember !== undefined && {
      remember: at
        .in('remember')
        .readSeparately(place => Object.freeze(place.readEach(assertList(remember, place), readMemoryRule))),
    }),
    ...(outputSchema !== undefined && {
      outputSchema: at.in('outputSchema').readSeparately(place => readOutputSchema(outputSchema, place)),
    }),
    ...(subAgents !== undefined && {
      subAgents: at
        .in('subAgents')
        .readSeparately(place => Object.freeze(place.readEach(assertList(subAgents, place), readAgent))),
    }),
  })
  Object.freeze(agent)
  noteLevels(agent, innerAgents(agent), at)
  known.add(agent)
  return agent
}

/** Returns the agent's fields for its tools and for the functions of tools. */
const toolFields = ({ tools, executors, handlers }: ReturnType<typeof readTools>) => ({
  tools,
  ...(executors.size > 0 && { executors }),
  ...(handlers.size > 0 && { toolHandlers: handlers }),
})

/** Returns the agent's fields for one model or a list of models. */
function modelFields(model: AgentInput['model']): Pick<Agent, 'model' | 'fallbackModels'> {
  // A malformed model was already reported. This line is reached only if mistakes are collected, because otherwise the
  // first mistake throws.
  if (!Array.isArray(model)) return typeof model === 'string' ? { model } : {}
  const [first = '', ...others] = model as readonly string[]
  return { model: first, ...(others.length > 0 && { fallbackModels: Object.freeze(others) }) }
}

/** Returns the agents directly inside an agent: sub-agents and agents that work as its tools. */
const innerAgents = (agent: Agent): readonly Agent[] => [...(agent.subAgents ?? []), ...toolAgentsOf(agent)]

/** Returns a copy of an already read agent, with some fields changed. */
export function copyAgentWith(
  agent: Agent,
  changes: Pick<Partial<Agent>, 'model' | 'outputKey' | 'subAgents' | 'context'>,
): Agent {
  const changed: Agent = Object.freeze(markAgent({ ...agent, ...changes }))
  noteLevels(changed, innerAgents(changed), null)
  known.add(changed)
  return changed
}
