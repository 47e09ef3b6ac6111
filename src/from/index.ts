import { isObject } from '../ir/json.ts'
import { fromAISDK } from './ai-sdk.ts'
import { isAISDKMessage, isAISDKRequest } from './ai-sdk-recognise.ts'
import { fromAnthropic } from './anthropic.ts'
import type { Conversation, ImportOptions } from './conversation.ts'
import { fromOpenAI } from './openai.ts'
import { fromOpenAIResponses } from './openai-responses.ts'

/** The formats that `importConversation` tells apart. */
export type ConversationFormat = Conversation['format']

const responseTypes = /^(message|reasoning|item_reference|compaction)$|_call$|_call_output$/
const anthropicBlocks = new Set([
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

/** What one message says of its format; null for a message that all of them know. */
function formatOf(message: unknown): ConversationFormat | null {
  if (!isObject(message)) return null
  if (isAISDKMessage(message)) return 'ai-sdk'
  if (message.role === undefined)
    return typeof message.type === 'string' && responseTypes.test(message.type) ? 'openai' : null
  if (
    message.role === 'tool' ||
    message.role === 'function' ||
    message.role === 'developer' ||
    'tool_calls' in message
  )
    return 'openai-chat'
  if (!Array.isArray(message.content)) return null
  for (const part of message.content) {
    const type = isObject(part) ? part.type : null
    if (type === 'image_url' || type === 'input_audio' || type === 'file' || type === 'refusal')
      return 'openai-chat'
    if (type === 'input_text' || type === 'output_text' || type === 'input_image' || type === 'input_file')
      return 'openai'
    if (typeof type === 'string' && (anthropicBlocks.has(type) || type.endsWith('_tool_result')))
      return 'anthropic'
  }
  return null
}

function recognise(json: unknown): ConversationFormat | null {
  if (isObject(json)) {
    if (typeof json.input === 'string' || Array.isArray(json.input)) return 'openai'
    if (isAISDKRequest(json)) return 'ai-sdk'
    if (!Array.isArray(json.messages)) return null
    if ('system' in json || 'stop_sequences' in json || 'anthropic_version' in json) return 'anthropic'
    const declared = Array.isArray(json.tools) && isObject(json.tools[0]) ? json.tools[0] : null
    if (declared && 'input_schema' in declared) return 'anthropic'
    if (declared && 'function' in declared) return 'openai-chat'
    if (typeof json.model === 'string' && /(^|[/.])claude/.test(json.model)) return 'anthropic'
    return recognise(json.messages)
  }
  if (!Array.isArray(json)) return null
  for (const message of json) {
    const format = formatOf(message)
    if (format) return format
  }
  return json.every(message => isObject(message) && typeof message.role === 'string') ? 'openai-chat' : null
}

/**
 * Reads a conversation whose format is not known: a request or its messages, of Chat Completions, Responses,
 * Messages or the AI SDK. Returns null when it is none of them. Messages that all formats know are read as Chat Completions.
 *
 * @example
 * import { compile } from 'ctxc'
 * import { importConversation } from 'ctxc/from'
 *
 * const conversation = importConversation(JSON.parse('[{"role":"user","content":"Hello"}]'))
 * if (conversation) console.log((await compile(conversation, { model: 'gpt-5.4' })).tokens.input)
 */
export function importConversation(json: unknown, options: ImportOptions = {}): Conversation | null {
  const format = recognise(json)
  if (format === null) return null
  const input = json as readonly object[]
  if (format === 'ai-sdk') return fromAISDK(input, options)
  if (format === 'anthropic') return fromAnthropic(input, options)
  return format === 'openai' ? fromOpenAIResponses(input, options) : fromOpenAI(input)
}

export { fromAISDK } from './ai-sdk.ts'
export { fromAnthropic } from './anthropic.ts'
export type { Conversation, ImportOptions } from './conversation.ts'
export { fromOpenAI } from './openai.ts'
export { fromOpenAIResponses } from './openai-responses.ts'
