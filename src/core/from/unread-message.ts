import type { Event } from '../ir/event.ts'
import type { FormatName } from '../ir/extra.ts'
import { isObject } from '../ir/json.ts'
import type { Part } from '../ir/part.ts'
import { formats } from './formats.ts'
import { unwrap } from './langchain-message.ts'
import type { Raw } from './read.ts'
import { unreadIn } from './unread.ts'

/** Fields without text for a model: a message with only these fields is empty. `images` holds encoded pictures. */
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

/** Fields that only describe an ADK event, in lower case and without Python's underscores. */
const aboutEvent: ReadonlySet<string> = new Set(
  (
    'actions branch errorcode errormessage usagemetadata groundingmetadata citationmetadata custommetadata cachemetadata ' +
    'logprobsresult livesessionresumptionupdate interactionid inputtranscription outputtranscription'
  ).split(' '),
)

const isAboutEvent = (field: string): boolean => aboutEvent.has(field.replaceAll('_', '').toLowerCase())

/** Returns the fields of a message, without LangChain's wrapper. */
const fieldsOf = (format: FormatName, message: Raw): Raw =>
  format === 'langchain' ? unwrap(message).fields : message

/** Whether a message holds text in any field except those that only describe it. */
export function holdsWords(format: FormatName, message: unknown): boolean {
  if (!isObject(message)) return false
  const isAbout = (field: string): boolean => about.has(field) || (format === 'adk' && isAboutEvent(field))
  const pieces = Object.entries(fieldsOf(format, message)).flatMap(([field, value]) =>
    isAbout(field) ? [] : [{ at: '', value, field }],
  )
  return unreadIn(format, pieces).length > 0
}

const holds = (value: unknown): boolean =>
  typeof value === 'string' || Array.isArray(value)
    ? value.length > 0
    : isObject(value) && Object.keys(value).length > 0

/** Whether the fields that an importer reads are empty, so that only the event shows if the message was read. */
export function mayBeUnread(format: FormatName, message: unknown): boolean {
  const read = formats[format].fields
  if (!isObject(message)) return false
  // A class instance may have a getter that throws, so only own properties are checked.
  if (read.some(field => Object.hasOwn(message, field) && holds(message[field]))) return false
  // An item of the Responses API is read, or kept unchanged.
  if (format === 'openai' && message.role === undefined && message.type !== undefined) return false
  const fields = fieldsOf(format, message)
  return fields === message || !read.some(field => holds(fields[field]))
}

const shows = (part: Part): boolean => part.kind !== 'text' || part.text !== ''

/** Whether a message with text produced no parts, because the text is in fields that its importer does not read. */
export const isUnread = (format: FormatName, message: unknown, { parts, actions }: Event): boolean =>
  actions === undefined && mayBeUnread(format, message) && !parts.some(shows) && holdsWords(format, message)

/** Whether a system message has content, but no text for an instruction. */
export const isNoText = (format: FormatName, message: unknown, parts: readonly Part[]): boolean =>
  !parts.some(part => part.kind === 'text' && shows(part)) &&
  (parts.some(({ kind }) => kind !== 'text') || holdsWords(format, message))
