import { type Agent, isNative } from './agent.ts'

/** A key that a tool says it reads or writes. */
export interface ToolKey {
  readonly tool: string
  readonly key: string
}

/** The keys that an agent's tools say they read, or write. */
export const keysOfTools = ({ tools = [] }: Agent, which: 'reads' | 'writes'): readonly ToolKey[] =>
  tools.flatMap(tool => (isNative(tool) ? [] : (tool[which] ?? []).map(key => ({ tool: tool.name, key }))))
