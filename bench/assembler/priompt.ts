import type { ChatMessage } from '../../src/core/vendor/openai/write/chat/request.ts'
import { importPeer } from '../library/import-peer.ts'
import type { Assembler } from './assembler.ts'
import { stateless } from './stateless.ts'
import { callsOf, contentOf } from './texts.ts'

/** The newest message has the highest priority. Its tokenizer is native. */
const counting = (name: string, fast: boolean): Assembler => ({
  name,
  kind: 'peer',
  budgeted: true,
  optional: true,
  async load(budget) {
    const peer = await importPeer('@impowering/priompt')
    const { createElement, Fragment, UserMessage, AssistantMessage, ToolResultMessage } = peer
    const { O200K } = await importPeer('@impowering/priompt/dist/tokenizer.js')
    const names = new Map<string, string>()
    const element = (message: ChatMessage): unknown => {
      const text = contentOf(message)
      if (message.role === 'user') return createElement(UserMessage, null, text)
      if (message.role === 'tool') {
        const id = message.tool_call_id
        return createElement(ToolResultMessage, { name: names.get(id) ?? 'tool', to: id }, text)
      }
      const calls = callsOf(message)
      for (const call of calls) names.set(call.id, call.function.name)
      const toolCalls = calls.map((tool, index) => ({ id: tool.id, index, tool }))
      return createElement(AssistantMessage, toolCalls.length > 0 ? { toolCalls } : null, text)
    }
    return stateless<ChatMessage>({
      convert: given => given,
      run(messages) {
        const scopes = messages.map((message, index) =>
          createElement('scope', { p: index + 1 }, element(message)),
        )
        const prompt = createElement(Fragment, null, scopes)
        return peer.render(prompt, { tokenLimit: budget, tokenizer: O200K, countTokensFast_UNSAFE: fast })
      },
      read: outcome => peer.promptToOpenAIChatMessages((outcome as { prompt: unknown }).prompt).map(toChat),
    })
  },
})

export const priompt = counting('priompt, exact', false)
export const priomptFast = counting('priompt, fast count', true)

/** Without the fields that it adds: index and name. */
function toChat(message: ChatMessage): ChatMessage {
  const content = contentOf(message)
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.tool_call_id, content }
  if (message.role !== 'assistant') return { role: 'user', content }
  const calls = callsOf(message).map(({ id, type, function: called }) => ({ id, type, function: called }))
  return { role: 'assistant', content, ...(calls.length > 0 && { tool_calls: calls }) }
}
