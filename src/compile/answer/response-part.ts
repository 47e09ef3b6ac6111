import { formatOf } from '../../from/message-format.ts'
import type { Raw } from '../../from/read.ts'
import { recognise } from '../../from/recognise.ts'
import type { TargetName } from '../../ir/target-name.ts'
import {
  anthropicMessages,
  chatMessages,
  contents,
  data,
  messages,
  type ResponseForm,
  responses,
  sdkMessages,
} from './response-form.ts'

type Target = TargetName | null

/** Fields that a message of the Messages API and one of Chat Completions may both have. */
const shared = new Set(['role', 'content', 'id', 'model', 'usage', 'type'])

/** Kinds of parts that only generateContent has; parts of other formats name their type. */
const geminiParts = [
  'text',
  'functionCall',
  'inlineData',
  'fileData',
  'executableCode',
  'codeExecutionResult',
]

/** One message: a response of the Messages API is one, and what a program took out of any other. */
export function ofMessage(raw: Raw, target: Target): ResponseForm | null {
  const said =
    raw.role == null || (raw.role === 'model' && raw.parts === undefined)
      ? { ...raw, role: 'assistant' }
      : raw
  switch (formatOf(said)) {
    case 'anthropic':
      return messages(raw)
    case 'openai':
      return responses({ output: [said] })
    case 'openai-chat':
      return chatMessages([said])
    case 'gemini':
      return contents([raw])
    case 'ai-sdk':
      return sdkMessages([said])
    case null:
      return isOfMessages(raw, target) ? messages(raw) : chatMessages([said])
    default:
      return data(raw)
  }
}

/** Whether a message that several formats know is more likely one of the Messages API. */
function isOfMessages(raw: Raw, target: Target): boolean {
  if (!Array.isArray(raw.content)) return false
  if ('stop_reason' in raw) return true
  return target !== 'openai-chat' && Object.keys(raw).every(key => shared.has(key))
}

/** Several messages, somebody's among them: a model must have said one. */
export function ofMessages(items: readonly Raw[], target: Target): ResponseForm | null {
  if (!items.some(({ role }) => role === undefined || role === 'assistant' || role === 'model')) return null
  switch (recognise(items)) {
    case 'anthropic':
      return anthropicMessages(items)
    case 'openai':
      return responses({ output: items })
    case 'gemini':
      return contents(items)
    case 'ai-sdk':
      return sdkMessages(items)
    case 'openai-chat':
      return target === 'anthropic' && items.every(item => formatOf(item) === null)
        ? anthropicMessages(items)
        : chatMessages(items)
    default:
      return data(items)
  }
}

/** Items or parts of one message: none of them says who speaks. Null where no format has such. */
export function ofPieces(items: readonly Raw[], target: Target): ResponseForm | null {
  const isTyped = items.some(({ type }) => typeof type === 'string')
  if (!isTyped)
    return items.some(item => geminiParts.some(key => item[key] !== undefined))
      ? contents([{ role: 'model', parts: items }])
      : null
  // Both have a `compaction`.
  const formats = items.map(item =>
    item.type === 'compaction' && target === 'anthropic' ? null : formatOf(item),
  )
  if (formats.includes('openai')) return responses({ output: items })
  const whole = { role: 'assistant', content: items }
  switch (formatOf(whole)) {
    case 'anthropic':
      return messages(whole)
    case 'openai':
      return responses({ output: [{ type: 'message', ...whole }] })
    case 'openai-chat':
      return chatMessages([whole])
    case 'ai-sdk':
      return sdkMessages([whole])
    case null:
      if (!items.some(isText)) return null
      return isOfMessages(whole, target) ? messages(whole) : chatMessages([whole])
    default:
      return data(items)
  }
}

const isText = ({ text }: Raw): boolean => typeof text === 'string'
