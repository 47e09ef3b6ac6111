import { type Agent, isNative, type Tool } from './agent.ts'
import type { ResolvedAgent } from './resolved.ts'

/** Returns the declared names of the tools that expand handles. */
export const expandToolNames = (tools: readonly Tool[] = []): string[] =>
  tools.flatMap(tool => (!isNative(tool) && tool.expands === true ? [tool.name] : []))

/** Returns the declared name of the first tool that expands handles; null if no tool does. */
export const expandToolName = (tools?: readonly Tool[]): string | null => expandToolNames(tools)[0] ?? null

/** Returns the names of an agent's declared tools. */
export const declaredToolNames = ({ tools }: Pick<ResolvedAgent, 'tools'>): string[] =>
  tools.flatMap(tool => (isNative(tool) ? [] : [tool.name]))

/** Returns the agents that answer calls of an agent's tools. */
export const toolAgentsOf = ({ tools = [] }: Agent): readonly Agent[] =>
  tools.flatMap(tool => (isNative(tool) || tool.agent === undefined ? [] : [tool.agent]))

/** Returns the agent that answers the calls of a tool; null if no agent does. */
export function agentOfTool({ tools = [] }: Agent, name: string): Agent | null {
  const tool = tools.find(each => !isNative(each) && each.name === name)
  return (tool !== undefined && !isNative(tool) && tool.agent) || null
}

/** Key that a tool declares to read or write, with the name of the tool. */
export interface ToolKey {
  readonly tool: string
  readonly key: string
}

/** Returns the keys that an agent's tools declare to read or write. */
export const declaredToolKeys = ({ tools = [] }: Agent, which: 'reads' | 'writes'): readonly ToolKey[] =>
  tools.flatMap(tool => (isNative(tool) ? [] : (tool[which] ?? []).map(key => ({ tool: tool.name, key }))))

/** Returns a tool without the fields that are never sent to a provider. */
export function sentToolFields(tool: Tool): Tool {
  if (isNative(tool)) return tool
  const { reads, writes, expands, agent, ...others } = tool
  const {
    background,
    answeredBy,
    outputSchema,
    waitMs,
    returnDirect,
    needsApproval,
    onInterrupt,
    timeoutMs,
    concurrency,
    readOnly,
    idempotent,
    external,
    reveal,
    guard,
    ...sent
  } = others
  return sent
}
