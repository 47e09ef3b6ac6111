import { isObject } from '../ir/json.ts'
import { readMedia } from './media.ts'
import { type ConversationFormat, formatOf } from './message-format.ts'
import { list, type Raw } from './read.ts'

const partTypes = ({ content }: Raw): readonly unknown[] =>
  list(content).map(part => (isObject(part) ? part.type : null))

/** Whether a part of Anthropic's is read among those of Chat Completions: words, a thought of some dialect, a file. */
const isChatToo = (part: unknown): boolean =>
  typeof part === 'string' ||
  (isObject(part) && (part.type === 'text' || String(part.type).endsWith('thinking'))) ||
  readMedia(part) !== undefined

/** Whether an importer reads a message that is another format's by itself. */
function readsToo(format: ConversationFormat, of: ConversationFormat, message: Raw): boolean {
  const speaks = typeof message.role === 'string'
  switch (format) {
    case 'openai-chat':
      if (of === 'anthropic') return list(message.content).every(isChatToo)
      return of === 'openai' && speaks
    case 'openai':
      return (
        of === 'openai-chat' &&
        speaks &&
        !/^(tool|function)$/.test(String(message.role)) &&
        !hasCalls(message)
      )
    case 'anthropic':
      return of === 'openai' && speaks && typeof message.content === 'string'
    case 'langchain':
      // Blocks of providers stand in its messages unchanged, and its own files look like the AI SDK's.
      if (of === 'ai-sdk')
        return !Array.isArray(message.parts) && !partTypes(message).some(type => /^tool-/.test(String(type)))
      return speaks && (of === 'openai-chat' || of === 'openai' || of === 'anthropic')
    case 'text':
      return speaks && !hasCalls(message) && (of === 'openai-chat' || of === 'openai')
    default:
      return false
  }
}

const hasCalls = (message: Raw): boolean => 'tool_calls' in message || 'function_call' in message

/** Whether an importer would lose what a message holds, because another format has it. */
export function isForeign(format: ConversationFormat, message: unknown): boolean {
  if (!isObject(message)) return false
  const of = formatOf(message)
  return of !== null && of !== format && !readsToo(format, of, message)
}
