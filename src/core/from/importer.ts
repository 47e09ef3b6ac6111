import { isObject } from '../ir/json.ts'
import { safeString } from '../text/reason.ts'
import { formats } from './formats.ts'
import { unwrapMessage } from './langchain-message.ts'
import { type ConversationFormat, formatOf } from './message-format.ts'
import { recognize } from './recognize.ts'
import { speakerOf } from './roles.ts'

const chatRoles = /^(user|assistant|system|developer)$/

const langChainKinds = /^(human|ai|system|tool|function|remove)$/

/** Whether the role or the kind of a message's speaker is one that the importer of the message's format can read. */
function knowsSpeaker(format: ConversationFormat, message: unknown): boolean {
  const { role, from } = isObject(message) ? message : {}
  if (format === 'langchain') return langChainKinds.test(unwrapMessage(message).kind)
  if (format === 'text') return speakerOf(role ?? from) !== undefined
  return formats[format].roles?.test(safeString(role ?? '')) ?? true
}

/** Returns the name of a format's importer function. */
export const importerName = (format: ConversationFormat): string => formats[format].importer

/** Returns the name of the importer function for a request or messages; null if no importer can read them. */
export function importerFor(json: unknown): string | null {
  const format = recognize(json)
  return format === null ? null : formats[format].importer
}

/** Returns the name of the importer function for one message; null if none is known. */
export function importerForMessage(message: unknown): string | null {
  const format = formatOf(message)
  if (format !== null) return knowsSpeaker(format, message) ? formats[format].importer : null
  if (!isObject(message) || speakerOf(message.role) === undefined) return null
  // Only `fromPlain` can read roles that occur only in data sets, such as `bot`.
  if ('content' in message) return chatRoles.test(safeString(message.role)) ? 'fromOpenAI' : 'fromPlain'
  return 'text' in message || 'value' in message ? 'fromPlain' : null
}
