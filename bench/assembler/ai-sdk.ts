import type { ChatMessage } from '../../src/core/vendor/openai/write/chat/request.ts'
import { importPeer } from '../library/import-peer.ts'
import type { Assembler } from './assembler.ts'
import { callsOf, contentOf } from './texts.ts'

interface ToolPart {
  type: 'dynamic-tool'
  toolName: string
  toolCallId: string
  state: string
  input: unknown
  output?: unknown
}

/** A message of the user interface: an answer holds the results of its calls. */
interface UIMessage {
  id: string
  role: 'user' | 'assistant'
  parts: ({ type: 'text'; text: string } | ToolPart)[]
}

/** Fields of a message for a model that this file reads. */
interface ModelMessage {
  readonly role: 'user' | 'assistant' | 'tool'
  readonly content: string | readonly ModelPart[]
}

interface ModelPart {
  readonly type: string
  readonly text?: string
  readonly toolCallId?: string
  readonly toolName?: string
  readonly input?: unknown
  readonly output?: { readonly value: unknown }
}

/**
 * Returns the only means of the AI SDK to shorten a history: `pruneMessages` drops calls and results by a setting, and knows no
 * budget.
 */
export const pruning = (name: string, toolCalls: string): Assembler => ({
  name,
  kind: 'peer',
  budgeted: false,
  async load() {
    const { convertToModelMessages, pruneMessages } = await importPeer('ai')
    const run = async (messages: readonly UIMessage[]): Promise<ModelMessage[]> =>
      pruneMessages({
        messages: await convertToModelMessages(messages),
        reasoning: 'none',
        toolCalls,
        emptyMessages: 'remove',
      })
    return messages => {
      const list: UIMessage[] = []
      for (const message of messages) take(list, message)
      return {
        assemble: () => run(list),
        append(message) {
          take(list, message)
          return () => run(list)
        },
        read: outcome => (outcome as ModelMessage[]).flatMap(toChat),
      }
    }
  },
})

export const aiSDK = pruning('AI SDK convert + prune', 'before-last-20-messages')

/** A result completes the part of its call; anything else is a message. */
function take(list: UIMessage[], message: ChatMessage): void {
  const text = contentOf(message)
  if (message.role === 'tool') {
    const part = list
      .at(-1)
      ?.parts.find(
        (part): part is ToolPart => part.type === 'dynamic-tool' && part.toolCallId === message.tool_call_id,
      )
    if (part) Object.assign(part, { state: 'output-available', output: text })
    return
  }
  const calls = callsOf(message).map(
    ({ id, function: { name, arguments: written } }): ToolPart => ({
      type: 'dynamic-tool',
      toolName: name,
      toolCallId: id,
      state: 'input-available',
      input: JSON.parse(written),
    }),
  )
  const words = text === '' ? [] : [{ type: 'text' as const, text }]
  const role = message.role === 'assistant' ? 'assistant' : 'user'
  list.push({ id: String(list.length), role, parts: [...words, ...calls] })
}

function toChat({ role, content }: ModelMessage): ChatMessage[] {
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  if (role === 'tool')
    return parts.map(({ toolCallId = '', output }) => ({
      role,
      tool_call_id: toolCallId,
      content: String(output?.value),
    }))
  const text = parts.map(part => part.text ?? '').join('')
  if (role === 'user') return [{ role, content: text }]
  const calls = parts
    .filter(({ type }) => type === 'tool-call')
    .map(({ toolCallId = '', toolName = '', input }) => ({
      id: toolCallId,
      type: 'function' as const,
      function: { name: toolName, arguments: JSON.stringify(input) },
    }))
  return [{ role, content: text === '' ? null : text, ...(calls.length > 0 && { tool_calls: calls }) }]
}
