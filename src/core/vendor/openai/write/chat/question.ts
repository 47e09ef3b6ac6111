import type { ChatRequest } from './request.ts'

/** Returns a request with a user's question added at its end; null if the request forces a call or an output format. */
export function addChatQuestion(request: object, text: string): object | null {
  const { messages, ...around } = request as ChatRequest
  const { tool_choice: choice = 'auto', response_format: form } = around
  if ((choice !== 'auto' && choice !== 'none') || form !== undefined) return null
  return { ...around, messages: [...messages, { role: 'user', content: text }] }
}
