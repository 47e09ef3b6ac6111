import type { JsonObject } from '../../../ir/json.ts'
import type { ExplicitCaching } from '../../../target/target.ts'
import type { Content, GeminiConfig, GeminiRequest } from './request.ts'
import { asUntypedConfig, responsesOf } from './wire.ts'

/**
 * Explicit caches of the Gemini API and of Vertex AI (`cachedContents`). A request that names a cache must not repeat
 * the fields in the cache (rule G9).
 */
export const explicitCaching: ExplicitCaching = {
  settings(request) {
    const { config } = request as GeminiRequest
    const { systemInstruction, tools } = config ?? {}
    const { toolConfig } = asUntypedConfig(config)
    return {
      ...(systemInstruction && { systemInstruction: systemInstruction as unknown as JsonObject }),
      ...(tools && { tools: tools as unknown as readonly JsonObject[] }),
      ...(toolConfig && { toolConfig: toolConfig as unknown as JsonObject }),
    }
  },
  messages: request => (request as GeminiRequest).contents,
  // The messages after a cached prefix may not begin with responses, because the calls of these responses would be in
  // the cache.
  begins: message => (message as Content).role === 'user' && responsesOf(message as Content).length === 0,
  isNamed: request => (request as GeminiRequest).config?.cachedContent !== undefined,
  name(request, { name, messages }, origins) {
    const whole = request as GeminiRequest
    const { systemInstruction: _, tools: __, ...others } = whole.config ?? {}
    const { toolConfig: ___, ...settings } = others as GeminiConfig & { readonly toolConfig?: unknown }
    const config = { ...settings, cachedContent: name }
    if (whole.config !== undefined) origins.copyOrigins(config, whole.config)
    origins.recordKey(config, 'cachedContent', 'c:cache')
    return origins.copyOrigins({ ...whole, contents: whole.contents.slice(messages), config }, whole)
  },
}
