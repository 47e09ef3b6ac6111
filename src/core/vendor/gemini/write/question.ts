import { isObject } from '../../../ir/json.ts'
import type { GeminiRequest } from './request.ts'
import { asUntypedConfig } from './wire.ts'

/** Returns a request with a user's question added at its end; null if the request forces a call or an output format. */
export function addGeminiQuestion(request: object, text: string): object | null {
  const { contents, ...around } = request as GeminiRequest
  const { toolConfig } = asUntypedConfig(around.config)
  const { responseMimeType: type = 'text/plain' } = around.config ?? {}
  const calling = isObject(toolConfig) ? toolConfig.functionCallingConfig : undefined
  const mode = isObject(calling) ? calling.mode : undefined
  if (mode === 'ANY' || type !== 'text/plain') return null
  return { ...around, contents: [...contents, { role: 'user', parts: [{ text }] }] }
}
