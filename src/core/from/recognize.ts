import { isObject } from '../ir/json.ts'
import { isAISDKRequest } from '../vendor/ai-sdk/rows/recognize.ts'
import { type ConversationFormat, formatByUniqueFeature, formatOf, isADKEvent } from './message-format.ts'
import type { Raw } from './read.ts'
import { speakerOf } from './roles.ts'

const chatRoles = new Set(['user', 'assistant', 'system', 'developer', 'tool', 'function'])

/** Whether a message comes from a data set: only data sets have its role or text field, or it has ShareGPT's form. */
function isPlain(message: unknown): boolean {
  if (!isObject(message)) return false
  const role = message.role ?? (message.value === undefined ? undefined : message.from)
  if (message.content === undefined && typeof message.text === 'string') return speakerOf(role) !== undefined
  return typeof role === 'string' && !chatRoles.has(role) && speakerOf(role) !== undefined
}

/** Returns the format of the first message that fits exactly one format; null if there is no such message. */
export const formatOfAny = (messages: readonly unknown[]): ConversationFormat | null =>
  firstFormat(messages, formatByUniqueFeature) ?? firstFormat(messages, formatOf)

function firstFormat(messages: readonly unknown[], of: typeof formatOf): ConversationFormat | null {
  for (const message of messages) {
    const format = of(message)
    if (format) return format
  }
  return null
}

const hasTextRole = (message: unknown): boolean => isObject(message) && typeof message.role === 'string'

/** Returns the format that a request's other fields indicate, if its messages fit several formats. */
function formatOfFields(request: Raw): ConversationFormat | null {
  if ('system' in request || 'stop_sequences' in request || 'anthropic_version' in request) return 'anthropic'
  const declared = Array.isArray(request.tools) && isObject(request.tools[0]) ? request.tools[0] : {}
  if ('input_schema' in declared) return 'anthropic'
  if ('function' in declared) return 'openai-chat'
  // Gateways accept models of any vendor in Chat Completions' form, so the model's name is only the last hint.
  return typeof request.model === 'string' && /(^|[/.])claude/.test(request.model) ? 'anthropic' : null
}

function formatOfList(messages: readonly unknown[]): ConversationFormat | null {
  const format = formatOfAny(messages)
  if (format !== null) return format
  if (messages.some(isPlain)) return 'text'
  const isSpoken = messages.some(message => isObject(message) && chatRoles.has(message.role as string))
  return messages.every(hasTextRole) && (messages.length === 0 || isSpoken) ? 'openai-chat' : null
}

/** Returns the format of a request, by its messages, or by its other fields if the messages fit several formats. */
function formatOfRequest(request: Raw, messages: readonly unknown[]): ConversationFormat | null {
  const format = formatOfAny(messages)
  // The field `messages` belongs to Chat Completions. Its importer can read content parts of Responses, but no items.
  if (format === 'openai' && messages.every(hasTextRole)) return 'openai-chat'
  // Messages of these formats are never under `messages`: generateContent has `contents`, and ADK has `events`.
  if (format === 'gemini' || format === 'adk') return null
  if (format !== null) return format
  return isAISDKRequest(request) ? 'ai-sdk' : (formatOfFields(request) ?? formatOfList(messages))
}

const isTextOrList = (value: unknown): boolean => typeof value === 'string' || Array.isArray(value)

/**
 * Returns the format of a request or of a list of messages; null for any other value. The format is determined from the
 * messages, then from the request's other fields, and last from its model's name.
 */
export function recognize(json: unknown): ConversationFormat | null {
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
