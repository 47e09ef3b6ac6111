import type { Event } from '../ir/event.ts'
import type { FormatName } from '../ir/format-name.ts'
import { isObject } from '../ir/json.ts'
import type { Part } from '../ir/part.ts'
import { unwrap } from './langchain/message.ts'
import type { Raw } from './read.ts'
import { unreadIn } from './unread.ts'

/** Fields of a message that hold no words of it: an empty message with them is empty. Pictures as text are none either. */
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

/** Fields of an ADK event that say something about it, without the underscores of Python. */
const aboutEvent: ReadonlySet<string> = new Set(
  (
    'actions branch errorcode errormessage usagemetadata groundingmetadata citationmetadata custommetadata cachemetadata ' +
    'logprobsresult livesessionresumptionupdate interactionid inputtranscription outputtranscription'
  ).split(' '),
)

const isAboutEvent = (field: string): boolean => aboutEvent.has(field.replaceAll('_', '').toLowerCase())

/** The fields of a message, out of what its framework keeps it in. */
const fieldsOf = (format: FormatName, message: Raw): Raw =>
  format === 'langchain' ? unwrap(message).fields : message

/** Whether a message holds words anywhere but in what is known to say something about it. */
export function holdsWords(format: FormatName, message: unknown): boolean {
  if (!isObject(message)) return false
  const isAbout = (field: string): boolean => about.has(field) || (format === 'adk' && isAboutEvent(field))
  const pieces = Object.entries(fieldsOf(format, message)).flatMap(([field, value]) =>
    isAbout(field) ? [] : [{ at: '', value, field }],
  )
  return unreadIn(format, pieces).length > 0
}

/** The fields that an importer reads words and calls from. */
const readFields: Readonly<Record<FormatName, readonly string[]>> = {
  'openai-chat': ['content', 'tool_calls', 'function_call'],
  openai: ['content'],
  anthropic: ['content'],
  gemini: ['parts'],
  'ai-sdk': ['content'],
  langchain: ['content', 'content_blocks', 'contentBlocks', 'tool_calls'],
  adk: ['content'],
  text: ['content', 'value', 'text'],
}

const holds = (value: unknown): boolean =>
  typeof value === 'string' || Array.isArray(value)
    ? value.length > 0
    : isObject(value) && Object.keys(value).length > 0

/** Whether a message has nothing where its importer looks, so that only its event tells whether it is unread. */
export function mayBeUnread(format: FormatName, message: unknown): boolean {
  const read = readFields[format]
  if (!isObject(message)) return false
  // An instance may compute a field when it is asked, and throw: only its data is looked at.
  if (read.some(field => Object.hasOwn(message, field) && holds(message[field]))) return false
  // An item of the Responses API is read, or kept as it is.
  if (format === 'openai' && message.role === undefined && message.type !== undefined) return false
  const fields = fieldsOf(format, message)
  return fields === message || !read.some(field => holds(fields[field]))
}

const shows = (part: Part): boolean => part.kind !== 'text' || part.text !== ''

/** Whether nothing of a message that holds words became a part: it has them where its importer does not look. */
export const isUnread = (format: FormatName, message: unknown, { parts, actions }: Event): boolean =>
  actions === undefined && mayBeUnread(format, message) && !parts.some(shows) && holdsWords(format, message)

/** Whether a system message has something to say, but no text for an instruction. */
export const isNoText = (format: FormatName, message: unknown, parts: readonly Part[]): boolean =>
  !parts.some(part => part.kind === 'text' && shows(part)) &&
  (parts.some(({ kind }) => kind !== 'text') || holdsWords(format, message))
