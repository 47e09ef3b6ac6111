import { formatOf } from '../../from/message-format.ts'
import type { Raw } from '../../from/read.ts'
import { recognize } from '../../from/recognize.ts'
import type { TargetName } from '../../ir/target-name.ts'
import {
  anthropicMessages,
  anthropicResponse,
  chatMessages,
  geminiContents,
  openAIResponse,
  type ResponseForm,
  sdkMessages,
  unknownResponse,
} from './response-form.ts'

type Target = TargetName | null

/** Fields that both the Messages API and Chat Completions have in a message. */
const shared = new Set(['role', 'content', 'id', 'model', 'usage', 'type'])

/** Fields by which parts of generateContent are recognized. Parts of other formats have a `type` instead. */
const geminiParts = [
  'text',
  'functionCall',
  'inlineData',
  'fileData',
  'executableCode',
  'codeExecutionResult',
]

/** Returns the form of a single message: a response of the Messages API, or a message taken from another response. */
export function responseFromMessage(raw: Raw, target: Target): ResponseForm | null {
  const said =
    raw.role == null || (raw.role === 'model' && raw.parts === undefined)
      ? { ...raw, role: 'assistant' }
      : raw
  switch (formatOf(said)) {
    case 'anthropic':
      return anthropicResponse(raw)
    case 'openai':
      return openAIResponse({ output: [said] })
    case 'openai-chat':
      return chatMessages([said])
    case 'gemini':
      return geminiContents([raw])
    case 'ai-sdk':
      return sdkMessages([said])
    case null:
      return isMessagesApi(raw, target) ? anthropicResponse(raw) : chatMessages([said])
    default:
      return unknownResponse(raw)
  }
}

/** Whether a message that fits several formats more likely has the format of the Messages API. */
function isMessagesApi(raw: Raw, target: Target): boolean {
  if (!Array.isArray(raw.content)) return false
  if ('stop_reason' in raw) return true
  return target !== 'openai-chat' && Object.keys(raw).every(key => shared.has(key))
}

/** Returns the form of several messages; null if no message is from a model. */
export function responseFromMessages(items: readonly Raw[], target: Target): ResponseForm | null {
  if (!items.some(({ role }) => role === undefined || role === 'assistant' || role === 'model')) return null
  switch (recognize(items)) {
    case 'anthropic':
      return anthropicMessages(items)
    case 'openai':
      return openAIResponse({ output: items })
    case 'gemini':
      return geminiContents(items)
    case 'ai-sdk':
      return sdkMessages(items)
    case 'openai-chat':
      return target === 'anthropic' && items.every(item => formatOf(item) === null)
        ? anthropicMessages(items)
        : chatMessages(items)
    default:
      return unknownResponse(items)
  }
}

/** Returns the form of items or parts of one message, which have no role; null if they have no known format. */
export function responseFromPieces(items: readonly Raw[], target: Target): ResponseForm | null {
  const isTyped = items.some(({ type }) => typeof type === 'string')
  if (!isTyped)
    return items.some(item => geminiParts.some(key => item[key] !== undefined))
      ? geminiContents([{ role: 'model', parts: items }])
      : null
  // A `compaction` item exists both in the Responses API and in the Messages API.
  const formats = items.map(item =>
    item.type === 'compaction' && target === 'anthropic' ? null : formatOf(item),
  )
  if (formats.includes('openai')) return openAIResponse({ output: items })
  const whole = { role: 'assistant', content: items }
  switch (formatOf(whole)) {
    case 'anthropic':
      return anthropicResponse(whole)
    case 'openai':
      return openAIResponse({ output: [{ type: 'message', ...whole }] })
    case 'openai-chat':
      return chatMessages([whole])
    case 'ai-sdk':
      return sdkMessages([whole])
    case null:
      if (!items.some(isText)) return null
      return isMessagesApi(whole, target) ? anthropicResponse(whole) : chatMessages([whole])
    default:
      return unknownResponse(items)
  }
}

const isText = ({ text }: Raw): boolean => typeof text === 'string'
