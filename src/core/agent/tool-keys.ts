import { type Agent, isNative } from './agent.ts'

/** Key that a tool declares to read or write. */
export interface ToolKey {
  readonly tool: string
  readonly key: string
}

/** Returns the keys that an agent's tools declare to read or write. */
export const keysOfTools = ({ tools = [] }: Agent, which: 'reads' | 'writes'): readonly ToolKey[] =>
  tools.flatMap(tool => (isNative(tool) ? [] : (tool[which] ?? []).map(key => ({ tool: tool.name, key }))))
