import { isObject } from '../ir/json.ts'
import { isAISDKMessage } from '../vendor/ai-sdk/rows/recognize.ts'
import { isOwnBlock } from '../vendor/anthropic/rows/blocks.ts'
import type { Conversation } from './conversation.ts'
import { isLangChain } from './langchain-message.ts'
import { isRoleAndText, listOr, type Raw } from './read.ts'

/** Formats that `importConversation` can recognize. */
export type ConversationFormat = Conversation['format']

const responseTypes =
  /^(message|reasoning|item_reference|compaction|program|program_output|additional_tools)$|^mcp_(list_tools|approval_re(quest|sponse))$|^tool_search_output$|_call$|_call_output$/
const chatParts = new Set(['image_url', 'input_audio', 'file', 'refusal'])
const responsesParts = new Set(['input_text', 'output_text', 'input_image', 'input_file'])

/** Whether a value is a content of Gemini's generateContent API. Parts that have a `type` belong to another format. */
export function isGeminiContent({ parts, content }: Raw): boolean {
  if (content !== undefined || !(isObject(parts) || Array.isArray(parts))) return false
  const pieces = [parts].flat()
  return pieces.length > 0 && !pieces.some(part => isObject(part) && 'type' in part)
}

/** Whether a value is an event of Google's Agent Development Kit (ADK). */
export const isADKEvent = (value: unknown): boolean =>
  isObject(value) &&
  typeof value.author === 'string' &&
  // An ADK event has its role in `content`; a message with its own `role` comes from a chat that also records authors.
  value.role === undefined &&
  typeof value.content !== 'string' &&
  !Array.isArray(value.content) &&
  ['content', 'actions', 'invocationId', 'invocation_id'].some(key => key in value)

/** Returns the format of a content part; null if no format or more than one has such a part. */
function formatOfPart(part: unknown): ConversationFormat | null {
  const type = isObject(part) ? part.type : null
  if (typeof type !== 'string') return null
  if (chatParts.has(type)) return 'openai-chat'
  if (responsesParts.has(type)) return 'openai'
  // Only Mistral's API has a list of texts in `thinking`.
  if (type === 'thinking' && Array.isArray((part as Raw).thinking)) return 'openai-chat'
  return isOwnBlock(type) ? 'anthropic' : null
}

/** Returns the format of an object without a role, from its type or the fields of ShareGPT; null if neither fits. */
function formatOfItem({ type, from, value }: Raw): ConversationFormat | null {
  if (typeof from === 'string' && value !== undefined) return 'text'
  return typeof type === 'string' && responseTypes.test(type) ? 'openai' : null
}

/** Returns the format of a message that has a feature of only one format; null if the message has no such feature. */
export function formatByUniqueFeature(message: unknown): ConversationFormat | null {
  if (!isObject(message)) return null
  if (!isRoleAndText(message)) {
    if (isLangChain(message)) return 'langchain'
    if (isADKEvent(message)) return 'adk'
    if (isGeminiContent(message)) return 'gemini'
    if (isAISDKMessage(message)) return 'ai-sdk'
  }
  const { role, content } = message
  if (role === undefined) return formatOfItem(message)
  if (role === 'tool' || role === 'function' || 'tool_calls' in message || 'function_call' in message)
    return 'openai-chat'
  for (const part of listOr(content)) {
    const format = formatOfPart(part)
    if (format) return format
  }
  return null
}

/** Returns the format of a message if only one fits; null if none or more than one fits. */
export function formatOf(message: unknown): ConversationFormat | null {
  const format = formatByUniqueFeature(message)
  if (format !== null || !isObject(message)) return format
  // An answer of the Messages API has the type `message` too, but it also has a `stop_reason`.
  return message.type === 'message' && message.role !== undefined && !('stop_reason' in message)
    ? 'openai'
    : null
}
