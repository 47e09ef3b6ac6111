import { isObject } from '../ir/json.ts'
import { type ConversationFormat, formatOf } from './message-format.ts'
import { speakerOf } from './plain-roles.ts'
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

/** Returns the name of the function that reads a format. */
export const importerOf = (format: ConversationFormat): string => importers[format]

/** Returns the name of the function that reads a request or messages; null where none does. */
export function importerFor(json: unknown): string | null {
  const format = recognise(json)
  return format === null ? null : importers[format]
}

/** Returns the name of the function that reads one message; null where none is known to. */
export function importerForMessage(message: unknown): string | null {
  const format = formatOf(message)
  if (format !== null) return importers[format]
  if (!isObject(message) || speakerOf(message.role) === undefined) return null
  // A role of data sets alone, such as `bot`, is one that other importers do not know.
  if ('content' in message) return chatRoles.test(String(message.role)) ? 'fromOpenAI' : 'fromPlain'
  return 'text' in message || 'value' in message ? 'fromPlain' : null
}
