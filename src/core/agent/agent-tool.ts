import { wrongValueError } from '../form/describe.ts'
import { acceptAnyValue, type OptionsForm, readOptions } from '../form/options.ts'
import { Path } from '../form/path.ts'
import { isObject, type JsonObject } from '../ir/json.ts'
import type { SchemaInput } from '../schema/schema-input.ts'
import type { Agent } from './agent.ts'
import { isMarkedAgent } from './agent-mark.ts'
import { readFunctionTool } from './read-function-tool.ts'
import type { ToolDefinition } from './tool.ts'

/** Options of `agentTool`. */
export interface AgentToolOptions<Name extends string = string> {
  /** Name of the tool that the model sees; the agent's name if omitted. */
  readonly name?: Name
  /** Purpose of the tool; the agent's description if omitted. */
  readonly description?: string
  /** Schema of the arguments, which the agent gets as JSON. If omitted, the only argument is the text `request`. */
  readonly parameters?: SchemaInput
  /** Whether a call waits for a person's approval. */
  readonly needsApproval?: boolean
  /** Whether the agent's answer is also the answer of the agent that made the call, whose model is not called again. */
  readonly returnDirect?: boolean
  /**
   * Lets the agent work in the background: each call gets a receipt at once, and the caller goes on. What the agent
   * answers comes as a message of the agent once the program is done. The caller's next turn sees it (`report`), or it
   * begins a turn (`wake`). If omitted, the caller waits for the answer.
   */
  readonly background?: 'report' | 'wake'
}

// The values of these options are checked later, by the form of the tool.
const form: OptionsForm<AgentToolOptions> = {
  takes: {
    name: acceptAnyValue,
    description: acceptAnyValue,
    parameters: acceptAnyValue,
    needsApproval: acceptAnyValue,
    returnDirect: acceptAnyValue,
    background: acceptAnyValue,
  },
}

/** Tool whose calls are answered by an agent. */
export interface AgentTool<
  Name extends string = string,
  Reads extends string = string,
  Writes extends string = string,
> extends ToolDefinition<JsonObject, never, Name, Reads, Writes> {
  /** Agent that answers the calls. */
  readonly agent: Agent
}

const request = {
  type: 'object',
  properties: { request: { type: 'string', description: 'What the agent is asked to do.' } },
  required: ['request'],
  additionalProperties: false,
} as const

/**
 * Makes a tool from an agent. A runner answers each call by running the agent on a separate branch, `call:SEQ.PART`.
 * The agent sees the call's arguments and its own work, and nothing of the calling agent's conversation. The agent's
 * last answer is the result. The agent reads and writes the state of the session. Protections of the calling agent also
 * apply to it. An agent without a model uses the model of the calling agent.
 *
 * Throws a TypeError if the agent was not made by `agent`, or if an option is invalid.
 *
 * @example
 * import { agent, agentTool } from 'ctxc'
 *
 * const translator = agent({ name: 'translator', description: 'Translates to French.', instruction: 'Translate.' })
 * const writer = agent({ name: 'writer', model: 'gpt-5.4', tools: [agentTool(translator)] })
 * console.log(JSON.stringify(writer.tools?.[0])) // {"name":"translator","description":"Translates to French.",…
 */
export function agentTool<
  Name extends string,
  Reads extends string,
  Writes extends string,
  const ToolName extends string = Name,
>(
  agent: Agent<Name, Reads, Writes>,
  options: AgentToolOptions<ToolName> = {},
): AgentTool<ToolName, Reads, Writes> {
  if (!isObject(agent) || !isMarkedAgent(agent))
    throw wrongValueError('a result of agent()', agent, Path.named('the first argument of agentTool'))
  readOptions(form as OptionsForm<AgentToolOptions<ToolName>>, options, 'agentTool')
  const { description = agent.description, parameters = request } = options
  const definition = {
    ...options,
    name: options.name ?? agent.name,
    ...(description !== undefined && { description }),
    parameters,
    agent,
  }
  readFunctionTool(definition, Path.named('agentTool'))
  return definition as never
}
