import type { Agent } from '../../core/agent/agent.ts'
import type { Path } from '../../core/form/path.ts'
import { transferTargets, transferText, transferTool } from '../../core/program/transfer.ts'
import type { LiveConfig, LiveTool } from './live-config.ts'
import { agentOwnConfig } from './live-settings.ts'
import type { StateText } from './phase.ts'
import { evaluateStateText } from './state-view.ts'

/** Rejects agents that cannot share a conversation. All of them must be declared by `live`, and have one model. */
export function assertMembers(agents: readonly unknown[], name: string, model: string, at: Path): void {
  const names = new Set([name])
  for (const [index, each] of agents.entries()) {
    const place = at.in(`agents[${index}]`)
    const config = agentOwnConfig((each ?? {}) as Agent)
    if (config === null) throw place.wrong('must be declared by live()')
    if (config.model !== model)
      throw place.wrong(`has the model '${config.model}', but a conversation has one model: '${model}'`)
    for (const inner of namesInTree(each as Agent)) {
      if (names.has(inner)) throw place.wrong(`is another agent with the name '${inner}'`)
      names.add(inner)
    }
  }
}

/** Returns the names of an agent and its descendants. */
const namesInTree = ({ name, subAgents = [] }: Agent): readonly string[] => [
  name,
  ...subAgents.flatMap(namesInTree),
]

/** Returns the settings of a conversation: those of the first agent, with its descendants as `members`. */
export function addSubAgentSettings(root: Agent, own: LiveConfig): LiveConfig {
  if (root.subAgents === undefined || root.subAgents.length === 0) return own
  const { steeringMode, contextDelivery, flushOn } = own
  const members: LiveConfig[] = []
  const collectDescendants = (agent: Agent): void => {
    for (const child of agent.subAgents ?? []) {
      const config = agentOwnConfig(child)
      if (config === null || members.some(({ name }) => name === child.name)) continue
      // All agents of a conversation get the first agent's settings for delivering context.
      members.push(
        addTransferTool(child, agent, { ...config, steeringMode, contextDelivery, flushOn, members: [] }),
      )
      collectDescendants(child)
    }
  }
  collectDescendants(root)
  return Object.freeze({ ...addTransferTool(root, null, own), members: Object.freeze(members) })
}

function addTransferTool(agent: Agent, parent: Agent | null, config: LiveConfig): LiveConfig {
  const targets = transferTargets({ agent, parent })
  if (targets.length === 0) return config
  const { name, description, parameters } = transferTool(targets)
  const tool: LiveTool = {
    name,
    ...(description !== undefined && { description }),
    ...(parameters !== undefined && { parameters }),
  }
  const agents = transferText(targets)
    .runs.map(([text]) => text)
    .join('')
  const { instruction } = config
  const instructionWithAgents: StateText = state =>
    [evaluateStateText(instruction, state), agents].filter(text => text !== '').join('\n\n')
  return {
    ...config,
    instruction: instructionWithAgents,
    tools: [...config.tools, tool],
    targets: targets.map(each => each.name),
  }
}

/** Returns the settings of an agent in a conversation. For an unknown name, returns those of the first agent. */
export const memberSettings = (root: LiveConfig, name: string | null): LiveConfig =>
  name === null || name === root.name ? root : (root.members.find(each => each.name === name) ?? root)
