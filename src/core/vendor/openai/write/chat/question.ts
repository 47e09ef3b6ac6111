import type { ChatRequest } from './request.ts'

/** Returns a request with a question of the user at its end; null if it asks for a call or a form. */
export function question(request: object, text: string): object | null {
  const { messages, ...around } = request as ChatRequest
  const { tool_choice: choice = 'auto', response_format: form } = around
  if ((choice !== 'auto' && choice !== 'none') || form !== undefined) return null
  return { ...around, messages: [...messages, { role: 'user', content: text }] }
}
