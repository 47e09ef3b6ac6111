import { type ADKInput, fromADK } from '../from/adk/adk.ts'
import type { ContentsInput, Conversation, ImportOptions } from '../from/conversation.ts'
import { fromLangChain, type LangChainInput } from '../from/langchain/langchain.ts'
import { assertImportOptions } from '../from/options.ts'
import { fromPlain, type PlainInput } from '../from/plain/plain.ts'
import { recognize } from '../from/recognize.ts'
import { fromAISDK } from './ai-sdk/read/ai-sdk.ts'
import { fromAnthropic } from './anthropic/read/anthropic.ts'
import { fromGemini } from './gemini/read/gemini.ts'
import { fromOpenAI } from './openai/read/openai.ts'
import { fromOpenAIResponses } from './openai/read/openai-responses.ts'

/**
 * Reads a conversation of unknown format. The input may be a request, or only its messages, for Chat Completions,
 * Responses, Messages, generateContent or the AI SDK. It may also be LangChain messages, a session of an Agent
 * Development Kit, or a data set's roles and texts. Returns null for any other input. Messages that every format allows
 * are read as Chat Completions.
 *
 * @example
 * import { compile } from 'ctxc'
 * import { importConversation } from 'ctxc/from'
 *
 * const conversation = importConversation(JSON.parse('[{"role":"user","content":"Hello"}]'))
 * if (conversation) console.log((await compile(conversation, { model: 'gpt-5.4' })).tokens.input)
 */
export function importConversation(json: unknown, options: ImportOptions = {}): Conversation | null {
  assertImportOptions('importConversation', options)
  const format = recognize(json)
  if (format === null) return null
  const input = json as readonly object[]
  if (format === 'ai-sdk') return fromAISDK(input, options)
  if (format === 'anthropic') return fromAnthropic(input, options)
  if (format === 'gemini') return fromGemini(json as ContentsInput, options)
  if (format === 'langchain') return fromLangChain(json as LangChainInput, options)
  if (format === 'adk') return fromADK(json as ADKInput, options)
  if (format === 'text') return fromPlain(json as PlainInput, options)
  return format === 'openai' ? fromOpenAIResponses(input, options) : fromOpenAI(input, options)
}
