import { isObject } from '../ir/json.ts'
import { safeString } from '../text/reason.ts'
import { readMedia } from './media.ts'
import { type ConversationFormat, formatOf } from './message-format.ts'
import { listOr, type Raw } from './read.ts'

const partTypes = ({ content }: Raw): readonly unknown[] =>
  listOr(content).map(part => (isObject(part) ? part.type : null))

/**
 * Whether the importer of Chat Completions can also read an Anthropic block: text, thinking in some vendor's dialect,
 * or a file.
 */
const isReadAsChat = (part: unknown): boolean =>
  typeof part === 'string' ||
  (isObject(part) && (part.type === 'text' || safeString(part.type).endsWith('thinking'))) ||
  readMedia(part) !== undefined

const hasRole = ({ role }: Raw): boolean => typeof role === 'string'

/** Checks by importer: whether the importer can also read a given message of another format. */
const readsToo: {
  readonly [Format in ConversationFormat]?: (of: ConversationFormat, message: Raw) => boolean
} = {
  'openai-chat': (of, message) =>
    of === 'anthropic' ? listOr(message.content).every(isReadAsChat) : of === 'openai' && hasRole(message),
  openai: (of, message) =>
    of === 'openai-chat' &&
    hasRole(message) &&
    !/^(tool|function)$/.test(safeString(message.role)) &&
    !hasCalls(message),
  anthropic: (of, message) => of === 'openai' && hasRole(message) && typeof message.content === 'string',
  // LangChain messages may contain providers' own blocks, and LangChain's file blocks look like the AI SDK's.
  langchain: (of, message) =>
    of === 'ai-sdk'
      ? !Array.isArray(message.parts) && !partTypes(message).some(type => /^tool-/.test(safeString(type)))
      : hasRole(message) && (of === 'openai-chat' || of === 'openai' || of === 'anthropic'),
  text: (of, message) => hasRole(message) && !hasCalls(message) && (of === 'openai-chat' || of === 'openai'),
}

const hasCalls = (message: Raw): boolean => 'tool_calls' in message || 'function_call' in message

/** Whether a message has another format than the importer's, so that the importer would lose content. */
export function isForeign(format: ConversationFormat, message: unknown): boolean {
  if (!isObject(message)) return false
  const of = formatOf(message)
  return of !== null && of !== format && readsToo[format]?.(of, message) !== true
}
