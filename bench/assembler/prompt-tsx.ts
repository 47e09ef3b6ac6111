import type { ChatMessage } from '../../src/core/vendor/openai/write/chat/request.ts'
import { ctxc } from '../library/ctxc.ts'
import { importPeer } from '../library/import-peer.ts'
import type { Count } from '../library/library.ts'
import type { Assembler } from './assembler.ts'
import { stateless } from './stateless.ts'
import { callsOf, contentOf } from './texts.ts'

/** A message that it rendered. */
interface Rendered {
  readonly role: 'user' | 'assistant' | 'tool'
  readonly content?: string
  readonly tool_calls?: ReturnType<typeof callsOf>
  readonly tool_call_id?: string
}

type Create = (component: unknown, properties: object, ...children: unknown[]) => unknown

/** A PrioritizedList, the newest first; results are kept with their calls as its readme says. */
export const prioritized = (name: string, counter: () => Promise<Count>): Assembler => ({
  name,
  kind: 'peer',
  budgeted: true,
  async load(budget) {
    const peer = await importPeer('@vscode/prompt-tsx')
    const { PromptElement, PrioritizedList, UserMessage, AssistantMessage, ToolMessage } = peer
    const create = Reflect.get(globalThis, 'vscpp') as Create // what its JSX becomes
    const count = await counter()
    const mode = peer.OutputMode.OpenAI
    const tokenizer = {
      mode,
      tokenLength: (part: { text?: string }) => count(part.text ?? ''),
      countMessageTokens: ({ content = '', tool_calls: calls = [] }: Rendered) =>
        calls.reduce((sum, call) => sum + count(call.function.name) + count(call.function.arguments), 4) +
        count(content),
    }
    const elements = (messages: readonly ChatMessage[]): unknown[] => {
      const keepers = new Map<string, unknown>()
      return messages.map(message => {
        const text = contentOf(message)
        if (message.role === 'user') return create(UserMessage, {}, text)
        if (message.role === 'tool') {
          const result = create(ToolMessage, { toolCallId: message.tool_call_id }, text)
          return create(keepers.get(message.tool_call_id), {}, result)
        }
        const toolCalls = callsOf(message).map(call => {
          const keepWith = peer.useKeepWith()
          keepers.set(call.id, keepWith)
          return { ...call, keepWith }
        })
        return create(AssistantMessage, toolCalls.length > 0 ? { toolCalls } : {}, text)
      })
    }
    class Conversation extends PromptElement {
      render(): unknown {
        const { messages } = Reflect.get(this, 'props') as { messages: readonly ChatMessage[] }
        const properties = { priority: messages.length, descending: false }
        return create(PrioritizedList, properties, elements(messages))
      }
    }
    return stateless<ChatMessage>({
      convert: given => given,
      run: messages =>
        peer.renderPrompt(
          Conversation,
          { messages },
          { modelMaxPromptTokens: budget },
          tokenizer,
          undefined,
          undefined,
          mode,
        ),
      read: outcome => (outcome as { messages: Rendered[] }).messages.map(toChat),
    })
  },
})

export const promptTSX = prioritized('prompt-tsx PrioritizedList, exact', () => ctxc.load())

function toChat({ role, content = '', tool_calls: calls, tool_call_id: id = '' }: Rendered): ChatMessage {
  if (role === 'tool') return { role, tool_call_id: id, content }
  if (role === 'user') return { role, content }
  return { role, content, ...(calls && { tool_calls: [...calls] }) }
}
