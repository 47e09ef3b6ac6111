import fc from 'fast-check'
import { toAdk } from './adk.ts'
import { toAISDK } from './ai-sdk.ts'
import { toAnthropic } from './anthropic.ts'
import { toChat } from './chat.ts'
import { damaged } from './damage.ts'
import { forged } from './forge.ts'
import { toGemini } from './gemini.ts'
import { toLangChain } from './langchain.ts'
import { toPlain } from './plain.ts'
import { toResponses } from './responses.ts'
import { agentRun, type Line } from './run.ts'
import { settings } from './settings.ts'

/**
 * Format of conversations: Chat Completions, Responses items, Messages, contents of generateContent, messages of the AI
 * SDK, roles and words, messages of LangChain, or events of an Agent Development Kit.
 */
export type MessageFormat =
  | 'openai-chat'
  | 'openai'
  | 'anthropic'
  | 'gemini'
  | 'ai-sdk'
  | 'text'
  | 'langchain'
  | 'adk'

const writers: { readonly [format in MessageFormat]: (lines: readonly Line[]) => unknown[] } = {
  'openai-chat': toChat,
  openai: toResponses,
  anthropic: toAnthropic,
  gemini: toGemini,
  text: toPlain,
  langchain: toLangChain,
  adk: toAdk,
  'ai-sdk': toAISDK,
}

/**
 * Generates conversations in a provider's wire format: mostly well-formed agent runs with parallel calls, files,
 * reasoning and the provider's own items. About a third have the damage that real histories suffer.
 */
export const arbitraryMessages = (format: MessageFormat): fc.Arbitrary<unknown[]> =>
  forged(damaged(agentRun().map(writers[format])))

/** Key of the messages in a request, by format. */
const places: { readonly [format in MessageFormat]: string } = {
  'openai-chat': 'messages',
  openai: 'input',
  anthropic: 'messages',
  gemini: 'contents',
  'ai-sdk': 'messages',
  text: 'messages',
  langchain: 'messages',
  adk: 'events',
}

/**
 * Generates whole requests of callers: messages, and a few settings of the format.
 */
export const arbitraryRequest = (format: MessageFormat): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .tuple(settings[format], arbitraryMessages(format))
    .map(([around, messages]) => ({ ...around, [places[format]]: messages }))
