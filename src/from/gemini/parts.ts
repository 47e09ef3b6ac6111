import type { FilePart } from '../../ir/file.ts'
import { isObject, type JsonObject, type JsonValue } from '../../ir/json.ts'
import type { Part } from '../../ir/part.ts'
import type { ResultContent } from '../../ir/result.ts'
import type { Seal } from '../../ir/seal.ts'
import { readMediaResult } from '../media.ts'
import { given, json, keep, list, object, type Raw, string } from '../read.ts'
import { isStoredAt } from '../stored-file.ts'
import { camelKeys } from './read.ts'

const format = 'gemini'

/** Values that make a request skip the check of a signature: no model made them. */
const sentinels: ReadonlySet<unknown> = new Set([
  'skip_thought_signature_validator',
  'context_engineering_is_the_way_to_go',
])

/** Fields that a part may carry besides its content. */
const beside = ['partMetadata', 'videoMetadata', 'mediaResolution', 'mediaProcessing', 'speechMetadata']

/** Content fields of a part, in lookup order. */
const held = ['functionCall', 'functionResponse', 'inlineData', 'fileData', 'text'] as const

/** Whose words a part is in. */
export interface PartAuthor {
  readonly author: string
  readonly model: string | undefined
}

/** The parts of a content. */
export function readParts(parts: unknown, speaker: PartAuthor): readonly Part[] {
  if (Array.isArray(parts)) return parts.flatMap(part => readPart(part, speaker))
  return parts === null || parts === undefined ? [] : readPart(parts, speaker)
}

/** A wire part: one part for each thing that it holds, of which there should be one. */
function readPart(value: unknown, speaker: PartAuthor): Part[] {
  if (typeof value === 'string') return [{ kind: 'text', text: value }]
  if (!isObject(value)) return [{ kind: 'data', value: json(value) }]
  const raw = camelKeys(value, 1)
  const found = held.filter(key => raw[key] !== undefined && raw[key] !== null)
  const { thoughtSignature: _, ...unsealed } = raw
  // A signature is one thing's: where a part holds two, the first has it.
  const parts = found.map((key, index) => readHeld(index === 0 ? raw : unsealed, key, speaker))
  return parts.length > 0 ? parts : [opaque(raw, speaker)]
}

function readHeld(raw: Raw, key: (typeof held)[number], speaker: PartAuthor): Part {
  const model = speaker.author === 'agent' ? speaker.model : undefined
  switch (key) {
    case 'functionCall':
      return readCall(raw, model)
    case 'functionResponse':
      return readResponse(object(raw.functionResponse))
    case 'text':
      return readText(raw, model) ?? opaque(raw, speaker)
    default:
      return readFile(raw, speaker, model) ?? opaque(raw, speaker)
  }
}

/** A signature that a model made; none for one that says to skip the check. */
const sealOf = ({ thoughtSignature: value }: Raw, model: string | undefined): Seal | undefined =>
  typeof value === 'string' && value !== '' && !sentinels.has(value)
    ? { format, value, ...given('model', model) }
    : undefined

function readText(raw: Raw, model: string | undefined): Part | undefined {
  const { text, thought } = raw
  if (typeof text !== 'string') return undefined
  const seal = sealOf(raw, model)
  // A signature without words seals what was thought, as a thought does.
  if (thought === true || (text === '' && seal))
    return {
      kind: 'reasoning',
      text,
      native: { format, payload: raw as JsonObject },
      ...given('model', model),
    }
  return { kind: 'text', text, ...given('seal', seal), ...given('extra', keep(format, raw, beside)) }
}

function readCall(raw: Raw, model: string | undefined): Part {
  const { id, name, args } = object(raw.functionCall)
  return {
    kind: 'tool-call',
    id: string(id),
    name: string(name),
    arguments: (args ?? {}) as JsonValue,
    ...given('seal', sealOf(raw, model)),
    ...given('extra', keep(format, raw, ['partMetadata'])),
  }
}

function readResponse(raw: Raw): Part {
  const name = string(raw.name)
  const { content, isError, own } = readOutput(raw.response)
  const fields = keep(format, raw, ['scheduling'])
  return {
    kind: 'tool-result',
    id: string(raw.id),
    ...(name && { name }),
    content: [...content, ...list(raw.parts).map(readResponsePart)],
    ...(isError && { isError }),
    ...given('extra', fields ?? (own ? { format, fields: {} } : undefined)),
  }
}

interface Output {
  readonly content: readonly ResultContent[]
  readonly isError?: true
  /** It is a whole response in the words of this API. */
  readonly own?: true
}

/** Reads the output of a function: a sole output or error as text, any other response unchanged. */
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
    return { content: pieces, ...(object(value).isError === true && { isError: true }) }
  return { content: [{ kind: 'data', value: json(value) }], own: true }
}

function readResponsePart(value: unknown): ResultContent {
  const raw = camelKeys(value, 1)
  const file = fileOf(raw)
  return file ?? { kind: 'opaque', format, inline: true, type: typeOf(raw), payload: raw as JsonObject }
}

function readFile(raw: Raw, { author }: PartAuthor, model: string | undefined): FilePart | undefined {
  const file = fileOf(raw)
  if (!file) return undefined
  const seal = sealOf(raw, model)
  // A file that a Gemini model made is sent back to one as a file, not as text.
  const thought = raw.thought === true ? { thought: true } : {}
  const drawn =
    author === 'agent' ? { format, fields: { ...file.extra?.fields, ...thought } as JsonObject } : undefined
  return { ...file, ...given('seal', seal), ...given('extra', drawn ?? file.extra) } as FilePart
}

function fileOf(raw: Raw): FilePart | undefined {
  const { data, mimeType, displayName } = object(raw.inlineData)
  const { fileUri, mimeType: type, displayName: name } = object(raw.fileData)
  const extra = given('extra', keep(format, raw, beside))
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
    mediaType: string(type) || 'application/*',
    source: isStoredAt(fileUri) ? { type: 'id', id: fileUri, format } : { type: 'url', url: fileUri },
    ...(typeof name === 'string' && { name }),
    ...extra,
  }
}

/** The name of what a part holds that is not read here. */
const typeOf = (raw: Raw): string =>
  Object.keys(raw).find(key => !beside.includes(key) && key !== 'thought' && key !== 'thoughtSignature') ??
  'unknown'

const opaque = (raw: Raw, { author, model }: PartAuthor): Part => ({
  kind: 'opaque',
  format,
  type: typeOf(raw),
  payload: raw as JsonObject,
  ...given('model', author === 'agent' ? model : undefined),
})
