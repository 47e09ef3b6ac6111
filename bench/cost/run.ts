import { readRuns } from '../../scripts/runs.ts'
import type { ChatMessage } from '../../src/core/vendor/openai/write/chat/request.ts'
import { callsOf, contentOf } from '../assembler/texts.ts'
import type { Count } from '../library/library.ts'
import { type Begin, beginsOf, callsOfRun, unitsOf } from './history.ts'
import { tokensOf } from './sent.ts'

/** A recorded run. */
export interface CostRun {
  readonly name: string
  readonly system: readonly ChatMessage[]
  readonly tools: readonly object[] | undefined
  /** Everything after the system text. */
  readonly history: readonly ChatMessage[]
  /** Tokens of each message of it. */
  readonly tokens: readonly number[]
  /** Tokens of tools and system text, which every request begins with. */
  readonly head: number
  readonly begins: readonly Begin[]
  /** Messages that had been said at each call. */
  readonly calls: readonly number[]
}

/** The runs of a data folder. */
export function costRuns(folder: string, count: Count): CostRun[] {
  return readRuns(folder).chat.map(({ file, id, messages, tools }) => {
    const all = (messages as readonly ChatMessage[]).map(compact)
    const first = all.findIndex(message => !isSystem(message))
    const [system, history] = [all.slice(0, first), all.slice(first)]
    const headTexts = [...system.map(contentOf), ...(tools ? [JSON.stringify(tools)] : [])]
    return {
      name: `${file}/${id}`,
      system,
      tools,
      history,
      tokens: history.map(message => tokensOf(message, count)),
      head: headTexts.reduce((sum, text) => sum + count(text), 0),
      begins: beginsOf(unitsOf(history)),
      calls: callsOfRun(history),
    }
  })
}

/** With arguments as every library writes them back: without spaces, so that none saves tokens by that. */
function compact(message: ChatMessage): ChatMessage {
  if (message.role !== 'assistant' || !message.tool_calls) return message
  const calls = callsOf(message).map(call => {
    const { name, arguments: written } = call.function
    return { ...call, function: { name, arguments: JSON.stringify(JSON.parse(written)) } }
  })
  return { ...message, tool_calls: calls }
}

export const isSystem = ({ role }: ChatMessage): boolean => role === 'system' || role === 'developer'

/** Tokens of the history of a run's last call. */
export const longest = ({ tokens, calls }: CostRun): number =>
  tokens.slice(0, calls.at(-1) ?? 0).reduce((sum, size) => sum + size, 0)

/** Declares the tools of a record that lacks them: with each one that is first called, Claude's prefix would change. */
export const toolsIn = (messages: readonly ChatMessage[]): object[] => {
  const names = new Set(messages.flatMap(callsOf).map(call => call.function.name))
  return [...names].map(name => ({ type: 'function', function: { name, parameters: { type: 'object' } } }))
}
