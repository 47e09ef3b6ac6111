import type { AnthropicRequest, Message } from './request.ts'

/**
 * Returns a request with a user's question added at its end; null if the request forces a call or an output format, or
 * if no user may speak next.
 */
export function addClaudeQuestion(request: object, text: string): object | null {
  const { messages, ...around } = request as AnthropicRequest
  const { tool_choice: choice, output_config: output } = around
  if (
    (choice !== undefined && choice.type !== 'auto' && choice.type !== 'none') ||
    output?.format !== undefined
  )
    return null
  const last = messages.at(-1)
  // An instruction among the messages must precede an answer.
  if (last?.role === 'system') return null
  const asked = { type: 'text', text } as const
  const end: Message[] =
    last?.role === 'user'
      ? [{ ...last, content: [...last.content, asked] }]
      : [...(last === undefined ? [] : [last]), { role: 'user', content: [asked] }]
  return { ...around, messages: [...messages.slice(0, -1), ...end] }
}
