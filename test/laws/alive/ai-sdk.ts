import type { Item } from './vendor.ts'

const list = (content: unknown): readonly Item[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : (content as readonly Item[])

/** Returns Claude's messages as messages of the AI SDK. */
export const claudePrompt = (messages: readonly Item[]): Item[] =>
  messages.map(({ role, content }) => {
    if (typeof content === 'string') return { role, content }
    if (role === 'assistant') return { role, content: list(content).map(partOf) }
    return { role: 'tool', content: list(content).map(resultOf) }
  })

function partOf({ type, text, thinking, signature, id, name, input }: Item): Item {
  if (type === 'thinking')
    return { type: 'reasoning', text: thinking, providerOptions: { anthropic: { signature } } }
  return type === 'text' ? { type, text } : { type: 'tool-call', toolCallId: id, toolName: name, input }
}

const resultOf = ({ tool_use_id: toolCallId, content: value }: Item): Item => ({
  type: 'tool-result',
  toolCallId,
  toolName: 'look',
  output: { type: 'text', value },
})

/** Returns a prompt of the AI SDK as the request that its converter makes of it: neighbours of one role are joined. */
export function claudeRequest(model: string, prompt: object): Item {
  const { system, messages, tools } = prompt as Readonly<Record<string, unknown>>
  const blocks: { role: string; content: Item[] }[] = []
  for (const { role, content } of messages as readonly Item[]) {
    const as = role === 'assistant' ? 'assistant' : 'user'
    const last = blocks.at(-1)
    const made = list(content).map(blockOf)
    if (last?.role === as) last.content.push(...made)
    else blocks.push({ role: as, content: made })
  }
  return { model, max_tokens: 500, system, tools: toolsOf(tools as Item | undefined), messages: blocks }
}

/** Returns the tools to which reasoning is bound: Claude reads deferred ones only once a message announces them. */
const toolsOf = (tools: Item = {}): string[] =>
  Object.entries(tools).flatMap(([name, tool]) => {
    const { anthropic } = ((tool as Item).providerOptions ?? {}) as { readonly anthropic?: Item }
    return anthropic?.deferLoading === true ? [] : [name]
  })

function blockOf(part: Item): Item {
  const { type, text, providerOptions, toolCallId: id, toolName: name, input, output } = part
  const { anthropic } = (providerOptions ?? {}) as { readonly anthropic?: Item }
  if (type === 'reasoning') return { type: 'thinking', thinking: text, signature: anthropic?.signature }
  if (type === 'tool-call') return { type: 'tool_use', id, name, input }
  return type === 'tool-result' ? { type, tool_use_id: id, content: output } : { type, text }
}
