import { isObject } from '../ir/json.ts'
import { isAISDKRequest } from './ai-sdk/recognise.ts'
import { type ConversationFormat, certainFormatOf, formatOf, isADKEvent } from './message-format.ts'
import { speakerOf } from './plain/roles.ts'
import type { Raw } from './read.ts'

const chatRoles = new Set(['user', 'assistant', 'system', 'developer', 'tool', 'function'])

/** Whether a message has a role or a field for words that only data sets have, or ShareGPT's form. */
function isPlain(message: unknown): boolean {
  if (!isObject(message)) return false
  const role = message.role ?? (message.value === undefined ? undefined : message.from)
  if (message.content === undefined && typeof message.text === 'string') return speakerOf(role) !== undefined
  return typeof role === 'string' && !chatRoles.has(role) && speakerOf(role) !== undefined
}

/** The format that the first message which only one has says; null where all of them know every message. */
const formatOfAny = (messages: readonly unknown[]): ConversationFormat | null =>
  firstFormat(messages, certainFormatOf) ?? firstFormat(messages, formatOf)

function firstFormat(messages: readonly unknown[], of: typeof formatOf): ConversationFormat | null {
  for (const message of messages) {
    const format = of(message)
    if (format) return format
  }
  return null
}

const speaks = (message: unknown): boolean => isObject(message) && typeof message.role === 'string'

/** The format that the fields of a request say, for messages that all formats know. */
function formatOfFields(request: Raw): ConversationFormat | null {
  if ('system' in request || 'stop_sequences' in request || 'anthropic_version' in request) return 'anthropic'
  const declared = Array.isArray(request.tools) && isObject(request.tools[0]) ? request.tools[0] : {}
  if ('input_schema' in declared) return 'anthropic'
  if ('function' in declared) return 'openai-chat'
  // A gateway takes any vendor's model in Chat Completions' form, so that the name says least.
  return typeof request.model === 'string' && /(^|[/.])claude/.test(request.model) ? 'anthropic' : null
}

function formatOfList(messages: readonly unknown[]): ConversationFormat | null {
  const format = formatOfAny(messages)
  if (format !== null) return format
  if (messages.some(isPlain)) return 'text'
  const isSpoken = messages.some(message => isObject(message) && chatRoles.has(message.role as string))
  return messages.every(speaks) && (messages.length === 0 || isSpoken) ? 'openai-chat' : null
}

/** The format that the messages of a request say; where they leave it open, the fields beside them. */
function formatOfRequest(request: Raw, messages: readonly unknown[]): ConversationFormat | null {
  const format = formatOfAny(messages)
  // Under this name Chat Completions has its messages, and its importer reads Responses' parts: only items are not for it.
  if (format === 'openai' && messages.every(speaks)) return 'openai-chat'
  // A request of generateContent has contents; events lie under a name of their own.
  if (format === 'gemini' || format === 'adk') return null
  if (format !== null) return format
  return isAISDKRequest(request) ? 'ai-sdk' : (formatOfFields(request) ?? formatOfList(messages))
}

const isTextOrList = (value: unknown): boolean => typeof value === 'string' || Array.isArray(value)

/**
 * Returns the format of a request or of a list of messages; null where it is none. What the messages are counts before
 * the fields beside them, and the name of a model last.
 */
export function recognise(json: unknown): ConversationFormat | null {
  if (Array.isArray(json)) return formatOfList(json)
  if (!isObject(json)) return null
  if (Array.isArray(json.events)) return json.events.some(isADKEvent) ? 'adk' : null
  if (Array.isArray(json.conversations)) return json.conversations.some(isPlain) ? 'text' : null
  const { input, contents, messages } = json
  if (isTextOrList(input)) return 'openai'
  if (isTextOrList(contents) || isObject(contents)) return 'gemini'
  if (Array.isArray(messages)) return formatOfRequest(json, messages)
  return isAISDKRequest(json) ? 'ai-sdk' : null
}
