import type { TextMessage, TextRequest } from './request.ts'

/**
 * Returns a request with a user's question at its end. If a user's message is last, the question is added to its text,
 * because roles must alternate.
 */
export function addTextQuestion(request: object, text: string): object {
  const { messages, ...around } = request as TextRequest
  const last = messages.at(-1)
  const asked: TextMessage = { role: 'user', content: text }
  const end =
    last?.role === 'user'
      ? [...messages.slice(0, -1), { ...last, content: `${last.content}\n\n${text}` }]
      : [...messages, asked]
  return { ...around, messages: end }
}
