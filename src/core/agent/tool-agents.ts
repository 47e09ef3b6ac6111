import { type Agent, isNative } from './agent.ts'

/** Returns the agents that answer calls of an agent's tools. */
export const toolAgentsOf = ({ tools = [] }: Agent): readonly Agent[] =>
  tools.flatMap(tool => (isNative(tool) || tool.agent === undefined ? [] : [tool.agent]))

/** Returns the agent that answers the calls of a tool; null if the tool is not an agent's. */
export function agentOfTool({ tools = [] }: Agent, name: string): Agent | null {
  const tool = tools.find(each => !isNative(each) && each.name === name)
  return (tool !== undefined && !isNative(tool) && tool.agent) || null
}
