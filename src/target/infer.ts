import type { FormatName } from '../ir/format-name.ts'
import { isTargetName, type TargetName } from '../ir/target-name.ts'
import { bareModel } from './facts.ts'

/** The vendor whose API a model id belongs to; null when the id does not tell. */
export function vendorOf(model: string): 'openai' | 'anthropic' | 'google' | null {
  const id = bareModel(model)
  if (/^claude-/.test(id)) return 'anthropic'
  if (/^gemini-/.test(id)) return 'google'
  // The open gpt-oss models run anywhere but behind OpenAI's own API.
  return /^(gpt-(?!oss)|chatgpt-|chat-latest|o\d)/.test(id) ? 'openai' : null
}

/** Whether OpenAI's own API serves a model under this id: there no provider stands in front. */
export const isOpenAIs = (model: string): boolean => vendorOf(model) === 'openai' && !model.includes('/')

/** The target of a model that is asked for: the conversation's own format where that is the vendor's too. Without one, that format. */
export function inferTarget(model: string | null, format: FormatName | null): TargetName | null {
  // The AI SDK calls every vendor's models.
  if (format === 'ai-sdk') return format
  if (model === null) return isTargetName(format) ? format : null
  const vendor = vendorOf(model)
  if (vendor === 'anthropic') return 'anthropic'
  if (vendor === 'google') return 'gemini'
  if (vendor === 'openai') return format === 'openai-chat' || format === 'openai' ? format : 'openai'
  return null
}
