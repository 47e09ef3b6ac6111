import { readMediaResult } from '../../../from/media.ts'
import {
  givenField,
  keepFields,
  listOr,
  objectOr,
  type Raw,
  stringOr,
  uncheckedJson,
} from '../../../from/read.ts'
import { isStoredAt } from '../../../from/stored-file.ts'
import type { FilePart } from '../../../ir/file.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../ir/json.ts'
import type { Part } from '../../../ir/part.ts'
import type { ResultContent } from '../../../ir/result.ts'
import type { Seal } from '../../../ir/text.ts'
import { type ContentField, contentFields } from '../rows/parts.ts'
import { camelKeys } from './read.ts'

const format = 'gemini'

/** Placeholders that the API accepts in place of a model's signature, without a check. */
const sentinels: ReadonlySet<unknown> = new Set([
  'skip_thought_signature_validator',
  'context_engineering_is_the_way_to_go',
])

/** Fields of a part that are not content. */
const beside = ['partMetadata', 'videoMetadata', 'mediaResolution', 'mediaProcessing', 'speechMetadata']

/** Author of a part, and the model that made it. */
export interface PartAuthor {
  readonly author: string
  readonly model: string | undefined
}

/** Reads the parts of a content. */
export function readParts(parts: unknown, speaker: PartAuthor): readonly Part[] {
  if (Array.isArray(parts)) return parts.flatMap(part => readPart(part, speaker))
  return parts === null || parts === undefined ? [] : readPart(parts, speaker)
}

/** Reads a wire part. A part should have one content field; each content field of a part is read as a separate part. */
function readPart(value: unknown, speaker: PartAuthor): Part[] {
  if (typeof value === 'string') return [{ kind: 'text', text: value }]
  if (!isObject(value)) return [{ kind: 'data', value: uncheckedJson(value) }]
  const raw = camelKeys(value, 1)
  const found = contentFields.filter(key => raw[key] !== undefined && raw[key] !== null)
  const { thoughtSignature: _, ...unsealed } = raw
  // A signature belongs to one content field. If a part has two such fields, the first gets it.
  const parts = found.map((key, index) => readHeld(index === 0 ? raw : unsealed, key, speaker))
  return parts.length > 0 ? parts : [opaque(raw, speaker)]
}

function readHeld(raw: Raw, key: ContentField, speaker: PartAuthor): Part {
  const model = speaker.author === 'agent' ? speaker.model : undefined
  switch (key) {
    case 'functionCall':
      return readCall(raw, model)
    case 'functionResponse':
      return readResponse(objectOr(raw.functionResponse))
    case 'text':
      return readText(raw, model) ?? opaque(raw, speaker)
    case 'inlineData':
    case 'fileData':
      return readFile(raw, speaker, model) ?? opaque(raw, speaker)
  }
}

/** Returns a signature if a model made it; undefined for a placeholder that skips the check. */
const readGeminiSeal = ({ thoughtSignature: value }: Raw, model: string | undefined): Seal | undefined =>
  typeof value === 'string' && value !== '' && !sentinels.has(value)
    ? { format, value, ...givenField('model', model) }
    : undefined

function readText(raw: Raw, model: string | undefined): Part | undefined {
  const { text, thought } = raw
  if (typeof text !== 'string') return undefined
  const seal = readGeminiSeal(raw, model)
  // A signature on an empty text signs the model's reasoning, so it is read as a reasoning part.
  if (thought === true || (text === '' && seal))
    return {
      kind: 'reasoning',
      text,
      native: { format, payload: raw as JsonObject },
      ...givenField('model', model),
    }
  return {
    kind: 'text',
    text,
    ...givenField('seal', seal),
    ...givenField('extra', keepFields(format, raw, beside)),
  }
}

function readCall(raw: Raw, model: string | undefined): Part {
  const { id, name, args } = objectOr(raw.functionCall)
  return {
    kind: 'tool-call',
    id: stringOr(id),
    name: stringOr(name),
    arguments: (args ?? {}) as JsonValue,
    ...givenField('seal', readGeminiSeal(raw, model)),
    ...givenField('extra', keepFields(format, raw, ['partMetadata'])),
  }
}

function readResponse(raw: Raw): Part {
  const name = stringOr(raw.name)
  const { content, isError, own } = readOutput(raw.response)
  const fields = keepFields(format, raw, ['scheduling'])
  return {
    kind: 'tool-result',
    id: stringOr(raw.id),
    ...(name && { name }),
    content: [...content, ...listOr(raw.parts).map(readResponsePart)],
    ...(isError && { isError }),
    ...givenField('extra', fields ?? (own ? { format, fields: {} } : undefined)),
  }
}

interface Output {
  readonly content: readonly ResultContent[]
  readonly isError?: true
  /** Whether the content is a complete response object, which is sent back unchanged. */
  readonly own?: true
}

/**
 * Reads the output of a function. A response with only `output` or `error` is read as text; any other response is kept
 * unchanged.
 */
function readOutput(value: unknown): Output {
  if (value === undefined || value === null) return { content: [] }
  if (typeof value === 'string') return { content: [{ kind: 'text', text: value }] }
  if (isObject(value) && Object.keys(value).length === 1) {
    if (typeof value.output === 'string') return { content: [{ kind: 'text', text: value.output }] }
    if (typeof value.error === 'string')
      return { content: [{ kind: 'text', text: value.error }], isError: true }
  }
  const pieces = readMediaResult(value)
  if (pieces !== undefined)
    return { content: pieces, ...(objectOr(value).isError === true && { isError: true }) }
  return { content: [{ kind: 'data', value: uncheckedJson(value) }], own: true }
}

function readResponsePart(value: unknown): ResultContent {
  const raw = camelKeys(value, 1)
  const file = fileOf(raw)
  return (
    file ?? { kind: 'opaque', format, inline: true, type: contentFieldOf(raw), payload: raw as JsonObject }
  )
}

function readFile(raw: Raw, { author }: PartAuthor, model: string | undefined): FilePart | undefined {
  const file = fileOf(raw)
  if (!file) return undefined
  const seal = readGeminiSeal(raw, model)
  // A file that a Gemini model made keeps its signature, so that it is sent back as a file, not as text.
  const thought = raw.thought === true ? { thought: true } : {}
  const drawn =
    author === 'agent' ? { format, fields: { ...file.extra?.fields, ...thought } as JsonObject } : undefined
  return { ...file, ...givenField('seal', seal), ...givenField('extra', drawn ?? file.extra) } as FilePart
}

function fileOf(raw: Raw): FilePart | undefined {
  const { data, mimeType, displayName } = objectOr(raw.inlineData)
  const { fileUri, mimeType: type, displayName: name } = objectOr(raw.fileData)
  const extra = givenField('extra', keepFields(format, raw, beside))
  if (typeof data === 'string' && typeof mimeType === 'string')
    return {
      kind: 'file',
      mediaType: mimeType,
      source: { type: 'base64', data },
      ...(typeof displayName === 'string' && { name: displayName }),
      ...extra,
    }
  if (typeof fileUri !== 'string' || fileUri === '') return undefined
  return {
    kind: 'file',
    mediaType: stringOr(type) || 'application/*',
    source: isStoredAt(fileUri) ? { type: 'id', id: fileUri, format } : { type: 'url', url: fileUri },
    ...(typeof name === 'string' && { name }),
    ...extra,
  }
}

/** Returns the name of a part's content field, for a part that this file does not read. */
const contentFieldOf = (raw: Raw): string =>
  Object.keys(raw).find(key => !beside.includes(key) && key !== 'thought' && key !== 'thoughtSignature') ??
  'unknown'

const opaque = (raw: Raw, { author, model }: PartAuthor): Part => ({
  kind: 'opaque',
  format,
  type: contentFieldOf(raw),
  payload: raw as JsonObject,
  ...givenField('model', author === 'agent' ? model : undefined),
})
