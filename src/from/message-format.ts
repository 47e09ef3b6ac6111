import { isObject } from '../ir/json.ts'
import { isAISDKMessage } from './ai-sdk/recognise.ts'
import type { Conversation } from './conversation.ts'
import { isLangChain } from './langchain/message.ts'
import { list, type Raw } from './read.ts'

/** The formats that `importConversation` tells apart. */
export type ConversationFormat = Conversation['format']

const responseTypes =
  /^(message|reasoning|item_reference|compaction|program|program_output|additional_tools)$|^mcp_(list_tools|approval_re(quest|sponse))$|^tool_search_output$|_call$|_call_output$/
const chatParts = new Set(['image_url', 'input_audio', 'file', 'refusal'])
const responsesParts = new Set(['input_text', 'output_text', 'input_image', 'input_file'])
const anthropicParts = new Set([
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'image',
  'document',
  'server_tool_use',
  'container_upload',
  'compaction',
])

/** Whether something is a content of generateContent; parts that name their type are another format's. */
export function isContent({ parts, content }: Raw): boolean {
  if (content !== undefined || !(isObject(parts) || Array.isArray(parts))) return false
  const pieces = [parts].flat()
  return pieces.length > 0 && !pieces.some(part => isObject(part) && 'type' in part)
}

/** Whether something is an event of an Agent Development Kit. */
export const isADKEvent = (value: unknown): boolean =>
  isObject(value) &&
  typeof value.author === 'string' &&
  // Its role stands in its content: a message with one is of a chat that names who wrote it.
  value.role === undefined &&
  typeof value.content !== 'string' &&
  !Array.isArray(value.content) &&
  ['content', 'actions', 'invocationId', 'invocation_id'].some(key => key in value)

/** The format that alone has such a part in its content; null for a part that several have. */
function formatOfPart(part: unknown): ConversationFormat | null {
  const type = isObject(part) ? part.type : null
  if (typeof type !== 'string') return null
  if (chatParts.has(type)) return 'openai-chat'
  if (responsesParts.has(type)) return 'openai'
  // Mistral has a list of texts there.
  if (type === 'thinking' && Array.isArray((part as Raw).thinking)) return 'openai-chat'
  return anthropicParts.has(type) || type.endsWith('_tool_result') ? 'anthropic' : null
}

/** The format of an object without a role that its type, or ShareGPT's fields, name; null for any other. */
function formatOfItem({ type, from, value }: Raw): ConversationFormat | null {
  if (typeof from === 'string' && value !== undefined) return 'text'
  return typeof type === 'string' && responseTypes.test(type) ? 'openai' : null
}

/** Returns the format that a message has by what no other has; null where nothing of it says so. */
export function certainFormatOf(message: unknown): ConversationFormat | null {
  if (!isObject(message)) return null
  if (isLangChain(message)) return 'langchain'
  if (isADKEvent(message)) return 'adk'
  if (isContent(message)) return 'gemini'
  if (isAISDKMessage(message)) return 'ai-sdk'
  const { role, content } = message
  if (role === undefined) return formatOfItem(message)
  if (role === 'tool' || role === 'function' || 'tool_calls' in message || 'function_call' in message)
    return 'openai-chat'
  for (const part of list(content)) {
    const format = formatOfPart(part)
    if (format) return format
  }
  return null
}

/** Returns the format that alone has such a message; null for a message that several have, or none. */
export function formatOf(message: unknown): ConversationFormat | null {
  const format = certainFormatOf(message)
  if (format !== null || !isObject(message)) return format
  // An answer of the Messages API has this type, too, and says why it ended.
  return message.type === 'message' && message.role !== undefined && !('stop_reason' in message)
    ? 'openai'
    : null
}
