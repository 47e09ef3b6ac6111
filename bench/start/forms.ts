import type { EventInput } from 'ctxc'
import type { ChatMessage } from '../../src/core/vendor/openai/write/chat/request.ts'

/** Returns the names of the called tools by the id of the call. */
const toolNames = (messages: readonly ChatMessage[]): ReadonlyMap<string, string> =>
  new Map(
    messages.flatMap(message =>
      message.role === 'assistant'
        ? (message.tool_calls ?? []).flatMap(call =>
            call.type === 'function' ? [[call.id, call.function.name] as const] : [],
          )
        : [],
    ),
  )

const callsOf = (message: ChatMessage & { readonly role: 'assistant' }) =>
  (message.tool_calls ?? []).flatMap(call =>
    call.type === 'function'
      ? [{ id: call.id, name: call.function.name, arguments: call.function.arguments }]
      : [],
  )

/** Returns the messages of a chat in the form of the AI SDK. */
export function toModelMessages(messages: readonly ChatMessage[]): object[] {
  const names = toolNames(messages)
  return messages.map(message => {
    if (message.role === 'tool') {
      const id = message.tool_call_id
      const output = { type: 'text', value: message.content }
      return {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: id, toolName: names.get(id), output }],
      }
    }
    if (message.role !== 'assistant') return message
    const calls = callsOf(message).map(({ id, name, arguments: written }) => {
      const input: unknown = JSON.parse(written)
      return { type: 'tool-call', toolCallId: id, toolName: name, input }
    })
    const texts = typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : []
    return { role: 'assistant', content: [...texts, ...calls] }
  })
}

/** Returns the messages of a chat as events of a session. */
export function toEvents(messages: readonly ChatMessage[]): EventInput[] {
  const names = toolNames(messages)
  return messages.map(message => {
    const content = [{ kind: 'text' as const, text: String(message.content ?? '') }]
    if (message.role === 'tool') {
      const id = message.tool_call_id
      return {
        author: 'tool',
        parts: [{ kind: 'tool-result', id, name: names.get(id) ?? '', content }],
      }
    }
    if (message.role !== 'assistant') return { author: 'user', parts: content }
    const calls = callsOf(message).map(call => ({ kind: 'tool-call' as const, ...call }))
    return { author: 'assistant', parts: [...(message.content ? content : []), ...calls] }
  })
}
