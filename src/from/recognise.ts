import { isObject } from '../ir/json.ts'
import { isAISDKRequest } from './ai-sdk-recognise.ts'
import { type ConversationFormat, formatOf, isADKEvent } from './message-format.ts'
import { speakerOf } from './plain-roles.ts'
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
function formatOfAny(messages: readonly unknown[]): ConversationFormat | null {
  for (const message of messages) {
    const format = formatOf(message)
    if (format) return format
  }
  return null
}

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
  const spoken = messages.map(message => (isObject(message) ? message.role : null))
  const isChat = spoken.every(role => typeof role === 'string')
  return isChat && (spoken.length === 0 || spoken.some(role => chatRoles.has(role))) ? 'openai-chat' : null
}

/**
 * Returns the format of a request or of a list of messages; null where it is none. What the messages are counts before
 * the fields beside them, and the name of a model last.
 */
export function recognise(json: unknown): ConversationFormat | null {
  if (Array.isArray(json)) return formatOfList(json)
  if (!isObject(json)) return null
  if (Array.isArray(json.events)) return json.events.some(isADKEvent) ? 'adk' : null
  if (Array.isArray(json.conversations)) return json.conversations.some(isPlain) ? 'text' : null
  const { contents, messages } = json
  if (typeof json.input === 'string' || Array.isArray(json.input)) return 'openai'
  if (typeof contents === 'string' || Array.isArray(contents) || isObject(contents)) return 'gemini'
  const format = Array.isArray(messages) ? formatOfAny(messages) : null
  // A request of generateContent has contents; events lie under a name of their own.
  if (format === 'gemini' || format === 'adk') return null
  if (format !== null) return format
  if (isAISDKRequest(json)) return 'ai-sdk'
  return Array.isArray(messages) ? (formatOfFields(json) ?? formatOfList(messages)) : null
}
