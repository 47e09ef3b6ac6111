import { type ADKInput, fromADK } from './adk.ts'
import { fromAISDK } from './ai-sdk.ts'
import { fromAnthropic } from './anthropic.ts'
import type { ContentsInput, Conversation, ImportOptions } from './conversation.ts'
import { fromGemini } from './gemini.ts'
import { fromLangChain, type LangChainInput } from './langchain.ts'
import { fromOpenAI } from './openai.ts'
import { fromOpenAIResponses } from './openai-responses.ts'
import { assertImportOptions } from './options.ts'
import { fromPlain, type PlainInput } from './plain.ts'
import { recognize } from './recognize.ts'

export type { ForeignKeys, KeysOf, MessageOf, Own } from './neighbours.ts'
export type {
  Either,
  FormatOfElement,
  IsOpen,
  OpenAIFormat,
  OpenAIInput,
  ResponsesItem,
  ResponsesPart,
} from './openai/format.ts'

/**
 * Reads a conversation of unknown format: a request or its messages, for Chat Completions, Responses, Messages,
 * generateContent or the AI SDK; LangChain messages, a session of an Agent Development Kit, or a data set's roles and
 * texts. Returns null for any other input. Messages that every format allows are read as Chat Completions.
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

export type { FormatName } from '../ir/format-name.ts'
export { type ADKInput, fromADK } from './adk.ts'
export { fromAISDK } from './ai-sdk.ts'
export { fromAnthropic } from './anthropic.ts'
export type {
  ContentsInput,
  Conversation,
  ImportOptions,
  ItemsInput,
  ListElement,
  MessagesInput,
} from './conversation.ts'
export { fromGemini } from './gemini.ts'
export { fromLangChain, type LangChainInput } from './langchain.ts'
export type { ConversationFormat } from './message-format.ts'
export { fromOpenAI } from './openai.ts'
export { fromOpenAIResponses } from './openai-responses.ts'
export { fromPlain, type PlainInput } from './plain.ts'
