import type { AISDKRequest } from './request.ts'

/** Returns a request with a user's question added at its end; null if the request forces a call or an output format. */
export function addPromptQuestion(request: object, text: string): object | null {
  const { messages, ...around } = request as AISDKRequest
  const { toolChoice = 'auto', responseFormat } = around
  if ((toolChoice !== 'auto' && toolChoice !== 'none') || responseFormat !== undefined) return null
  return { ...around, messages: [...messages, { role: 'user', content: [{ type: 'text', text }] }] }
}
