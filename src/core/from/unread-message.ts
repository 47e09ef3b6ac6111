import type { Event } from '../ir/event.ts'
import type { FormatName } from '../ir/extra.ts'
import { isObject } from '../ir/json.ts'
import type { Part } from '../ir/part.ts'
import { formats } from './formats.ts'
import { unwrapMessage } from './langchain-message.ts'
import { isRoleAndText, type Raw } from './read.ts'
import { findUnread } from './unread.ts'

/** Fields that contain no text for a model. Without other fields, a message is empty. `images` are encoded pictures. */
const about: ReadonlySet<string> = new Set([
  'name',
  'metadata',
  'annotations',
  'cache_control',
  'providerOptions',
  'providerMetadata',
  'additional_kwargs',
  'images',
])

/** Fields of an ADK event that are not content, in lower case and without Python's underscores. */
const aboutEvent: ReadonlySet<string> = new Set(
  (
    'actions branch errorcode errormessage usagemetadata groundingmetadata citationmetadata custommetadata cachemetadata ' +
    'logprobsresult livesessionresumptionupdate interactionid inputtranscription outputtranscription'
  ).split(' '),
)

const isAboutEvent = (field: string): boolean => aboutEvent.has(field.replaceAll('_', '').toLowerCase())

/** Returns the fields of a message. For LangChain, these are the fields inside the message's wrapper. */
const fieldsOf = (format: FormatName, message: Raw): Raw =>
  format === 'langchain' ? unwrapMessage(message).fields : message

/** Whether any field of a message contains text, not counting fields that only describe the message. */
export function hasUnreadText(format: FormatName, message: unknown): boolean {
  if (!isObject(message)) return false
  const isAbout = (field: string): boolean => about.has(field) || (format === 'adk' && isAboutEvent(field))
  const pieces = Object.entries(fieldsOf(format, message)).flatMap(([field, value]) =>
    isAbout(field) ? [] : [{ at: '', value, field }],
  )
  return findUnread(format, pieces).length > 0
}

const hasContent = (value: unknown): boolean =>
  typeof value === 'string' || Array.isArray(value)
    ? value.length > 0
    : isObject(value) && Object.keys(value).length > 0

/**
 * Whether all fields that an importer reads are empty. Then only the resulting event shows whether anything was read.
 */
export function mayBeUnread(format: FormatName, message: unknown): boolean {
  const read = formats[format].fields
  if (!isObject(message)) return false
  // The getter of a class instance may throw, so only own properties are checked.
  if (read.some(field => Object.hasOwn(message, field) && hasContent(message[field]))) return false
  // An item of the Responses API is always read or kept unchanged.
  if (format === 'openai' && message.role === undefined && message.type !== undefined) return false
  const fields = fieldsOf(format, message)
  return fields === message || !read.some(field => hasContent(fields[field]))
}

const isShownPart = (part: Part): boolean => part.kind !== 'text' || part.text !== ''

/** Whether a message has text but its event has no parts: the text is in fields that the importer does not read. */
export const isUnread = (format: FormatName, message: unknown, { parts, actions }: Event): boolean =>
  actions === undefined &&
  mayBeUnread(format, message) &&
  !parts.some(isShownPart) &&
  hasUnreadText(format, message)

/** Whether an event contains all of a message that has only a speaker and a text. */
export const isTextFullyRead = (message: unknown, { parts: [part, ...more] }: Event): boolean =>
  isObject(message) &&
  isRoleAndText(message) &&
  part?.kind === 'text' &&
  part.text === message.content &&
  more.length === 0

/** Whether a system message has content, but no text for an instruction. */
export const lacksInstructionText = (format: FormatName, message: unknown, parts: readonly Part[]): boolean =>
  !parts.some(part => part.kind === 'text' && isShownPart(part)) &&
  (parts.some(({ kind }) => kind !== 'text') || hasUnreadText(format, message))
