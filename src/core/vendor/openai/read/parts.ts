import { readMedia, readMediaResult } from '../../../from/media.ts'
import {
  givenField,
  keepFields,
  objectOr,
  parseDataUrl,
  type Raw,
  restFields,
  stringOr,
  textOfField,
  uncheckedJson,
} from '../../../from/read.ts'
import type { Extra, FormatName } from '../../../ir/extra.ts'
import type { FilePart } from '../../../ir/file.ts'
import { isObject, type JsonObject } from '../../../ir/json.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import type { DataPart, TextPart } from '../../../ir/text.ts'

/** Fields of a content part, other than its content, that are kept. */
const cached = ['prompt_cache_breakpoint']

/**
 * Returns the unread fields of a content part that must be kept. For Chat Completions these are all fields, because its
 * dialects vary.
 */
const unreadPieceFields = (
  format: FormatName,
  part: Raw,
  read: readonly string[],
  known = cached,
): Extra | undefined =>
  format === 'openai-chat' ? restFields(format, part, ['type', ...read]) : keepFields(format, part, known)

/** Returns the unread fields of a content part whose content is an object under `key`. */
function unreadHolderFields(
  format: FormatName,
  part: Raw,
  key: string,
  read: readonly string[],
  own?: Extra,
): Extra | undefined {
  if (format !== 'openai-chat') return own
  const inside = restFields(format, objectOr(part[key]), read)
  const outside = restFields(format, part, ['type', key])
  const fields = { ...own?.fields, ...(inside && { [key]: inside.fields }), ...outside?.fields }
  return Object.keys(fields).length > 0 ? { format, fields } : undefined
}

/** Part that can come from an OpenAI content list. */
export type ContentPart = TextPart | DataPart | FilePart | OpaquePart

const fileOf = (mediaType: string, url: string, extra: Extra | undefined, name?: string): FilePart => {
  const inline = parseDataUrl(url)
  return {
    kind: 'file',
    mediaType: inline?.mediaType ?? mediaType,
    source: inline ? { type: 'base64', data: inline.data } : { type: 'url', url },
    ...givenField('name', name),
    ...givenField('extra', extra),
  }
}

const readRefusal = (format: FormatName, { refusal }: Raw): TextPart | undefined =>
  typeof refusal === 'string'
    ? { kind: 'text', text: refusal, extra: { format, fields: { type: 'refusal' } } }
    : undefined

function readImageUrl(format: FormatName, part: Raw): FilePart {
  const image = objectOr(part.image_url)
  const url = typeof part.image_url === 'string' ? part.image_url : stringOr(image.url)
  const own = importedDetailFields(format, image)
  return fileOf('image/*', url, unreadHolderFields(format, part, 'image_url', ['url', 'detail'], own))
}

const readInputImage = (format: FormatName, part: Raw): FilePart =>
  typeof part.file_id === 'string'
    ? {
        kind: 'file',
        mediaType: 'image/*',
        source: { type: 'id', id: part.file_id, format },
        ...givenField('extra', importedDetailFields(format, part)),
      }
    : fileOf('image/*', stringOr(part.image_url), importedDetailFields(format, part))

function readInputAudio(format: FormatName, part: Raw): FilePart {
  const audio = objectOr(part.input_audio)
  return {
    kind: 'file',
    mediaType: `audio/${stringOr(audio.format)}`,
    source: { type: 'base64', data: stringOr(audio.data) },
    ...givenField('extra', unreadHolderFields(format, part, 'input_audio', ['data', 'format'])),
  }
}

function readHeldFile(format: FormatName, part: Raw): FilePart | undefined {
  const file = readFile(format, objectOr(part.file))
  const extra = unreadHolderFields(format, part, 'file', ['file_id', 'filename', 'file_data', 'file_url'])
  return file && { ...file, ...givenField('extra', extra) }
}

/** Reads a content part of either OpenAI API; an unknown part is kept unchanged. */
export function readContent(format: FormatName, value: unknown): ContentPart {
  if (typeof value === 'string') return { kind: 'text', text: value }
  if (!isObject(value)) return { kind: 'data', value: uncheckedJson(value) }
  return readPiece(format, value) ?? opaque(format, value)
}

/**
 * Reads a content part of a known type, or media in another format; undefined if the content is invalid for the type.
 */
function readPiece(format: FormatName, part: Raw): ContentPart | undefined {
  switch (part.type) {
    case 'text':
    case 'input_text':
    case 'output_text':
      return readText(format, part)
    case 'refusal':
      return readRefusal(format, part)
    case 'image_url':
      return readImageUrl(format, part)
    case 'input_image':
      return readInputImage(format, part)
    case 'input_audio':
      return readInputAudio(format, part)
    case 'file':
      return readHeldFile(format, part)
    case 'input_file':
      return readFile(format, part)
    default:
      return readMedia(part)
  }
}

/** Reads a text part; undefined if its text is invalid, so that the part is kept unchanged. */
function readText(format: FormatName, part: Raw): TextPart | undefined {
  const text = textOfField(part)
  if (text === undefined) return readAssistantsText(format, part)
  const known = part.type === 'output_text' ? [...cached, 'annotations'] : cached
  return { kind: 'text', text, ...givenField('extra', unreadPieceFields(format, part, ['text'], known)) }
}

/** Reads a text part of the Assistants API, whose text is an object: `{ value, annotations }`. */
function readAssistantsText(format: FormatName, part: Raw): TextPart | undefined {
  const { value, annotations, ...more } = objectOr(part.text)
  if (typeof value !== 'string' || Object.keys(more).length > 0) return undefined
  const fields = {
    ...unreadPieceFields(format, part, ['text'])?.fields,
    ...(Array.isArray(annotations) && annotations.length > 0 && { annotations }),
  }
  return { kind: 'text', text: value, ...(Object.keys(fields).length > 0 && { extra: { format, fields } }) }
}

const importedDetailFields = (format: FormatName, raw: Raw): Extra | undefined =>
  typeof raw.detail === 'string' ? { format, fields: { detail: raw.detail } } : undefined

function readFile(format: FormatName, file: Raw): FilePart | undefined {
  const name = typeof file.filename === 'string' ? file.filename : undefined
  if (typeof file.file_id === 'string') {
    return {
      kind: 'file',
      mediaType: 'application/*',
      source: { type: 'id', id: file.file_id, format },
      ...givenField('name', name),
    }
  }
  if (typeof file.file_data === 'string') {
    const inline = parseDataUrl(file.file_data) ?? { mediaType: 'application/pdf', data: file.file_data }
    return {
      kind: 'file',
      mediaType: inline.mediaType,
      source: { type: 'base64', data: inline.data },
      ...givenField('name', name),
    }
  }
  if (typeof file.file_url === 'string') return fileOf('application/*', file.file_url, undefined, name)
  return undefined
}

const opaque = (format: FormatName, payload: Raw): OpaquePart => ({
  kind: 'opaque',
  format,
  inline: true,
  type: stringOr(payload.type) || 'unknown',
  payload: payload as JsonObject,
})

/** Reads a `content` field. A string or a list becomes parts, an absent value none, and any other value a data part. */
export function readContents(format: FormatName, content: unknown): readonly ContentPart[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content }]
  if (Array.isArray(content)) return content.map(part => readContent(format, part))
  return content === null || content === undefined
    ? []
    : (readMediaResult(content) ?? [{ kind: 'data', value: uncheckedJson(content) }])
}
