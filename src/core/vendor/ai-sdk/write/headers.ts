import { claudeHeaders } from '../../anthropic/write/betas.ts'
import { aiSdkFacts } from './models.ts'
import type { AISDKRequest } from './request.ts'

/**
 * Returns the headers that Anthropic's package does not derive itself from a prompt: without the header, Claude does
 * not report which thinking of the prompt it did not use. The package adds all other beta headers.
 */
export function sdkHeaders(request: object, model: string | null): Readonly<Record<string, string>> {
  if (model === null || aiSdkFacts(model).facts.rules.reader.api !== 'anthropic') return {}
  const { messages } = request as AISDKRequest
  const hasReasoning = messages.some(
    ({ role, content }) =>
      role === 'assistant' && typeof content !== 'string' && content.some(({ type }) => type === 'reasoning'),
  )
  return hasReasoning ? claudeHeaders({ model, messages: [{ content: [{ type: 'thinking' }] }] }) : {}
}
