import type { Agent, FunctionTool, Tool } from '../agent/agent.ts'
import type { SystemPart } from '../agent/resolved.ts'
import { type ToolCallPart, transferName } from '../ir/call.ts'
import { isObject } from '../ir/json.ts'
import type { Origin, Run } from '../ir/origin.ts'
import { parseJson } from '../text/json.ts'
import type { PlacedAgent } from './placed.ts'

const own: Origin = 'c:transfer'

/**
 * Returns the agents to which an agent may transfer: its sub-agents, then, if allowed, its parent and the parent's
 * other sub-agents.
 */
export function transferTargets({ agent, parent }: Pick<PlacedAgent, 'agent' | 'parent'>): readonly Agent[] {
  const rule = agent.allowTransfer ?? {}
  const children = agent.subAgents ?? []
  if (parent === null) return children
  const peers = (parent.subAgents ?? []).filter(({ name }) => name !== agent.name)
  return [...children, ...(rule.parent === false ? [] : [parent]), ...(rule.peers === false ? [] : peers)]
}

/** Returns the agent that a call transfers to; null if the agent is not an allowed target. */
export const transferTargetOf = (call: ToolCallPart, targets: readonly Agent[]): Agent | null =>
  targets.find(({ name }) => name === nameIn(call)) ?? null

/** Returns the agent name in a call of the transfer tool; '' if there is none. */
export function nameIn({ arguments: given }: ToolCallPart): string {
  const value = typeof given === 'string' ? parseJson(given) : given
  return isObject(value) && typeof value.agent_name === 'string' ? value.agent_name : ''
}

/** Returns the tools that an agent may call: its own, and the transfer tool if the agent has a target. */
export function callableTools(placed: Pick<PlacedAgent, 'agent' | 'parent'>): readonly Tool[] {
  const targets = transferTargets(placed)
  return [...(placed.agent.tools ?? []), ...(targets.length > 0 ? [transferTool(targets)] : [])]
}

/** Returns the transfer tool. */
export const transferTool = (targets: readonly Agent[]): FunctionTool => ({
  name: transferName,
  description: 'Hands the conversation over to another agent, which answers from here on.',
  parameters: {
    type: 'object',
    properties: {
      agent_name: {
        type: 'string',
        description: 'Name of the agent to hand over to.',
        enum: targets.map(({ name }) => name),
      },
    },
    required: ['agent_name'],
    additionalProperties: false,
  },
})

const listOf = ({ name, description }: Agent): Run[] => [
  ['\n- ', own],
  [name, `d:agent:${name}.name`],
  ...(description
    ? ([
        [': ', own],
        [oneLine(description), `d:agent:${name}.description`],
      ] as const)
    : []),
]

/** Returns a description on one line. In the list of agents, further lines would look like further entries. */
const oneLine = (text: string): string => text.replace(/\s+/g, blank => (blank.includes('\n') ? ' ' : blank))

/** Returns an agent's text about transfers. Its wording is part of the contract: a change is breaking. */
export const transferText = (targets: readonly Agent[]): SystemPart => ({
  origin: own,
  runs: [
    [`You can delegate tasks to the following agents using the ${transferName} tool:`, own],
    ...targets.flatMap(listOf),
    [`\n\nTo transfer to an agent, call the ${transferName} tool with the agent's name.`, own],
  ],
})
