import { isObject } from '../ir/json.ts'
import { type ADKInput, fromADK } from './adk.ts'
import { fromAISDK } from './ai-sdk.ts'
import { isAISDKMessage, isAISDKRequest } from './ai-sdk-recognise.ts'
import { fromAnthropic } from './anthropic.ts'
import type { ContentsInput, Conversation, ImportOptions } from './conversation.ts'
import { fromGemini } from './gemini.ts'
import { fromLangChain, type LangChainInput } from './langchain.ts'
import { isLangChain } from './langchain-message.ts'
import { fromOpenAI } from './openai.ts'
import { fromOpenAIResponses } from './openai-responses.ts'
import { fromPlain, type PlainInput } from './plain.ts'
import { speakerOf } from './plain-roles.ts'

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

/** Whether something is a content of generateContent; parts that name their type are another format's. */
const isContent = ({ parts, content }: Readonly<Record<string, unknown>>): boolean =>
  content === undefined &&
  (isObject(parts) || Array.isArray(parts)) &&
  ![parts].flat().some(part => isObject(part) && 'type' in part)

/** What one message says of its format; null for a message that all of them know. */
function formatOf(message: unknown): ConversationFormat | null {
  if (!isObject(message)) return null
  if (isContent(message)) return 'gemini'
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

const chatRoles = new Set(['user', 'assistant', 'system', 'developer', 'tool', 'function'])

/** Whether a message has a role that only data sets have, or ShareGPT's form. */
function isPlain(message: unknown): boolean {
  if (!isObject(message)) return false
  const role = message.role ?? (message.value === undefined ? undefined : message.from)
  return typeof role === 'string' && !chatRoles.has(message.role as string) && speakerOf(role) !== undefined
}

/** An event of an Agent Development Kit. */
const isEvent = (value: unknown): boolean =>
  isObject(value) &&
  typeof value.author === 'string' &&
  ['content', 'actions', 'invocationId', 'invocation_id'].some(key => key in value)

/** The formats of frameworks and data sets, which have something that no provider's has. */
function recogniseOther(json: unknown): ConversationFormat | null {
  if (isObject(json)) {
    if (Array.isArray(json.events)) return json.events.some(isEvent) ? 'adk' : null
    if (Array.isArray(json.conversations)) return json.conversations.some(isPlain) ? 'text' : null
    return Array.isArray(json.messages) ? recogniseOther(json.messages) : null
  }
  if (!Array.isArray(json)) return null
  if (json.some(isLangChain)) return 'langchain'
  return json.some(isEvent) ? 'adk' : null
}

function recognise(json: unknown): ConversationFormat | null {
  const other = recogniseOther(json)
  if (other !== null) return other
  if (isObject(json)) {
    if (typeof json.input === 'string' || Array.isArray(json.input)) return 'openai'
    const { contents } = json
    if (typeof contents === 'string' || Array.isArray(contents) || isObject(contents)) return 'gemini'
    if (isAISDKRequest(json)) return 'ai-sdk'
    if (!Array.isArray(json.messages)) return null
    if ('system' in json || 'stop_sequences' in json || 'anthropic_version' in json) return 'anthropic'
    const declared = Array.isArray(json.tools) && isObject(json.tools[0]) ? json.tools[0] : null
    if (declared && 'input_schema' in declared) return 'anthropic'
    if (declared && 'function' in declared) return 'openai-chat'
    if (typeof json.model === 'string' && /(^|[/.])claude/.test(json.model)) return 'anthropic'
    const format = recognise(json.messages)
    return format === 'gemini' ? null : format
  }
  if (!Array.isArray(json)) return null
  for (const message of json) {
    const format = formatOf(message)
    if (format) return format
  }
  if (json.some(isPlain)) return 'text'
  return json.every(message => isObject(message) && typeof message.role === 'string') ? 'openai-chat' : null
}

/**
 * Reads a conversation whose format is not known: a request or its messages, of Chat Completions, Responses, Messages,
 * generateContent or the AI SDK; messages of LangChain, a session of an Agent Development Kit, or roles and words as data
 * sets have them. Returns null when it is none of them. Messages that all formats know are read as Chat Completions.
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
  if (format === 'gemini') return fromGemini(json as ContentsInput, options)
  if (format === 'langchain') return fromLangChain(json as LangChainInput, options)
  if (format === 'adk') return fromADK(json as ADKInput)
  if (format === 'text') return fromPlain(json as PlainInput)
  return format === 'openai' ? fromOpenAIResponses(input, options) : fromOpenAI(input)
}

export { type ADKInput, fromADK } from './adk.ts'
export { fromAISDK } from './ai-sdk.ts'
export { fromAnthropic } from './anthropic.ts'
export type { Conversation, ImportOptions } from './conversation.ts'
export { fromGemini } from './gemini.ts'
export { fromLangChain, type LangChainInput } from './langchain.ts'
export { fromOpenAI } from './openai.ts'
export { fromOpenAIResponses } from './openai-responses.ts'
export { fromPlain, type PlainInput } from './plain.ts'
