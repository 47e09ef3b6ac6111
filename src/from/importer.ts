import { isObject } from '../ir/json.ts'
import { unwrap } from './langchain/message.ts'
import { type ConversationFormat, formatOf } from './message-format.ts'
import { speakerOf } from './plain/roles.ts'
import { recognise } from './recognise.ts'

const importers: Readonly<Record<ConversationFormat, string>> = {
  'openai-chat': 'fromOpenAI',
  openai: 'fromOpenAIResponses',
  anthropic: 'fromAnthropic',
  gemini: 'fromGemini',
  'ai-sdk': 'fromAISDK',
  langchain: 'fromLangChain',
  adk: 'fromADK',
  text: 'fromPlain',
}

const chatRoles = /^(user|assistant|system|developer)$/

/** Roles that an importer knows; for Responses and Gemini, a message may also have no role. */
const roles: Readonly<Partial<Record<ConversationFormat, RegExp>>> = {
  'openai-chat': /^(user|assistant|system|developer|tool|function)$/,
  openai: /^(user|assistant|system|developer)?$/,
  anthropic: /^(user|assistant|system)$/,
  gemini: /^(user|model|assistant|system|developer|tool|function)?$/i,
  'ai-sdk': /^(user|assistant|system|tool|data|function)$/,
}

const langChainKinds = /^(human|ai|system|tool|function|remove)$/

/** Whether the importer of a message's own format knows its speaker. */
function knowsSpeaker(format: ConversationFormat, message: unknown): boolean {
  const { role, from } = isObject(message) ? message : {}
  if (format === 'langchain') return langChainKinds.test(unwrap(message).kind)
  if (format === 'text') return speakerOf(role ?? from) !== undefined
  return roles[format]?.test(String(role ?? '')) ?? true
}

/** Returns the name of the function that reads a format. */
export const importerOf = (format: ConversationFormat): string => importers[format]

/** Returns the name of the function that reads a request or messages; null if none does. */
export function importerFor(json: unknown): string | null {
  const format = recognise(json)
  return format === null ? null : importers[format]
}

/** Returns the name of the function that reads one message; null if none is known. */
export function importerForMessage(message: unknown): string | null {
  const format = formatOf(message)
  if (format !== null) return knowsSpeaker(format, message) ? importers[format] : null
  if (!isObject(message) || speakerOf(message.role) === undefined) return null
  // Only `fromPlain` knows roles that occur only in data sets, such as `bot`.
  if ('content' in message) return chatRoles.test(String(message.role)) ? 'fromOpenAI' : 'fromPlain'
  return 'text' in message || 'value' in message ? 'fromPlain' : null
}
