import { isObject } from '../ir/json.ts'
import { type ConversationFormat, formatOf } from './message-format.ts'
import { list, type Raw } from './read.ts'

/** The fields that hold what a message says, in one format or another. */
const contentFields = [
  'content',
  'parts',
  'tool_calls',
  'toolInvocations',
  'function_call',
  'text',
  'value',
  'message',
  'contents',
  'output',
]

/** Those of them that an importer reads; a format that is not here reads whatever a message holds. */
const readFields: Partial<Record<ConversationFormat, readonly string[]>> = {
  'openai-chat': ['content', 'tool_calls', 'function_call'],
  anthropic: ['content'],
  gemini: ['parts'],
  'ai-sdk': ['content', 'parts', 'toolInvocations'],
  text: ['content', 'value', 'text'],
}

const holds = (value: unknown): boolean =>
  typeof value === 'string' || Array.isArray(value)
    ? value.length > 0
    : isObject(value) && Object.keys(value).length > 0

/** Whether a message holds something, and nothing where the importer looks. */
function isUnread(format: ConversationFormat, message: Raw): boolean {
  const read = readFields[format]
  if (read === undefined || read.some(field => holds(message[field]))) return false
  return contentFields.some(field => !read.includes(field) && holds(message[field]))
}

const partTypes = ({ content }: Raw): readonly unknown[] =>
  list(content).map(part => (isObject(part) ? part.type : null))

/** Whether an importer reads a message that is another format's by itself. */
function readsToo(format: ConversationFormat, of: ConversationFormat, message: Raw): boolean {
  const speaks = typeof message.role === 'string'
  switch (format) {
    case 'openai-chat':
      // Thoughts among the pieces of an answer are a dialect's.
      if (of === 'anthropic')
        return partTypes(message).every(type => type === 'text' || String(type).endsWith('thinking'))
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

/** Whether an importer would lose what a message holds: another format has it, or it is where none looks. */
export function isForeign(format: ConversationFormat, message: unknown): boolean {
  if (!isObject(message)) return false
  const of = formatOf(message)
  if (of === format) return false
  return of === null ? isUnread(format, message) : !readsToo(format, of, message)
}
