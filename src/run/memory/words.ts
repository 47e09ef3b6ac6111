import type { FilePart } from '../../core/ir/file.ts'
import { isObject, type JsonValue } from '../../core/ir/json.ts'
import type { TextPart } from '../../core/ir/text.ts'
import { isTooDeep } from '../../core/text/depth.ts'
import { toJson } from '../../core/text/json.ts'
import { plainJson } from '../../core/text/plain-json.ts'
import type { ChunkContent, MemoryChunk } from './chunk.ts'
import { stateItems } from './item.ts'
import { itemContent, itemShape } from './shape.ts'

type Chunks = ReadonlyMap<string, MemoryChunk>
type Fields = Readonly<Record<string, unknown>>
type Piece = TextPart | FilePart

const isText = (value: unknown): value is string => typeof value === 'string'

/** Fields from which the text and images of each content type are made, with a check of their values. */
const made: ReadonlyMap<unknown, Readonly<Record<string, (value: unknown) => boolean>>> = new Map([
  ['IMAGE', { data: isText, mimeType: isText, altText: isText }],
  ['MIXED', { parts: Array.isArray }],
  ['CHUNK_REF', { chunkId: isText }],
])

/** Names of fields that contain the whole payload of a call or result. */
const payloads = new Set(['arguments', 'input', 'result', 'output', 'payload', 'error'])

/** Returns the fields of a content that are not shown yet: neither in its tag, nor as its text or images. */
function unshownFields(content: ChunkContent, told: readonly string[]): [string, unknown][] {
  const shown = made.get(content.type)
  return Object.entries(content).filter(([key, value]) => {
    if (value === undefined || value === null || key === 'text' || told.includes(key)) return false
    if (key === 'type') return !isText(value)
    return !(shown && Object.hasOwn(shown, key) && shown[key]?.(value))
  })
}

const plainJsonOrNote = (value: unknown): JsonValue =>
  (isTooDeep(value) ? '[nested too deeply]' : plainJson(value)) as JsonValue

/**
 * Combines fields to one JSON value. A single payload field becomes the value itself, other fields become an object.
 * Undefined if there are no fields.
 */
function combineFields(rest: readonly (readonly [string, unknown])[]): JsonValue | undefined {
  const [only] = rest
  if (only === undefined) return undefined
  return plainJsonOrNote(rest.length === 1 && payloads.has(only[0]) ? only[1] : Object.fromEntries(rest))
}

const toTextParts = (value: unknown): TextPart[] => {
  const text = isText(value)
    ? value
    : value === undefined || value === null
      ? ''
      : toJson(plainJsonOrNote(value))
  return text === '' ? [] : [{ kind: 'text', text }]
}

const imageOf = (data: string, { mimeType, altText }: Fields): FilePart => ({
  kind: 'file',
  mediaType: isText(mimeType) ? mimeType : 'image/*',
  source: { type: 'base64', data },
  ...(isText(altText) && altText !== '' && { name: altText }),
})

/** Returns the content of a referenced chunk. References in that chunk are not followed. */
function referencedContent(id: string, chunks: Chunks): Piece[] {
  const chunk = chunks.get(id)
  return chunk === undefined
    ? toTextParts(`[chunk ${id}]`)
    : stateItems({ log: [{ chunk, covers: null }] }).flatMap(item =>
        contentParts(itemContent(item), itemShape(item).told, new Map()),
      )
}

/** Returns the text and images of a content, in order, without its other fields. */
function textAndImagesOf(content: ChunkContent, chunks: Chunks): Piece[] {
  const fields = content as Fields
  const { type, chunkId, parts, data } = fields
  const said: Piece[] = toTextParts(fields.text)
  if (type === 'IMAGE' && isText(data)) said.push(imageOf(data, fields))
  if (type === 'MIXED' && Array.isArray(parts))
    for (const part of parts)
      for (const piece of isObject(part) ? contentParts(part as ChunkContent, [], chunks) : toTextParts(part))
        said.push(piece)
  return type === 'CHUNK_REF' && isText(chunkId) ? [...said, ...referencedContent(chunkId, chunks)] : said
}

/**
 * Returns a content as text and images, in order. `told` names the fields that the tag already shows. The content of a
 * referenced chunk is included; references in that chunk are not followed.
 */
export function contentParts(content: ChunkContent, told: readonly string[], chunks: Chunks): Piece[] {
  if (isTooDeep(content)) return toTextParts('[nested too deeply]')
  return [...textAndImagesOf(content, chunks), ...toTextParts(combineFields(unshownFields(content, told)))]
}

/** Arguments of a call, and the text and images that are sent in addition. */
export interface CallInput {
  readonly arguments: JsonValue
  readonly beside: readonly Piece[]
}

/**
 * Returns the arguments of a call: the field `arguments`, or else the field `input`, or else all other fields, or else
 * the text.
 */
export function argumentsOfCall(content: ChunkContent, told: readonly string[], chunks: Chunks): CallInput {
  if (isTooDeep(content)) return { arguments: '[nested too deeply]', beside: [] }
  const said = textAndImagesOf(content, chunks)
  const rest = unshownFields(content, told)
  const given = rest.find(([key]) => key === 'arguments') ?? rest.find(([key]) => key === 'input')
  if (given) {
    const others = rest.filter(entry => entry !== given)
    return { arguments: plainJsonOrNote(given[1]), beside: [...said, ...toTextParts(combineFields(others))] }
  }
  const payload = combineFields(rest)
  if (payload !== undefined) return { arguments: payload, beside: said }
  const files = said.filter(({ kind }) => kind === 'file')
  return { arguments: joinAsPlainText(said.filter(({ kind }) => kind === 'text')), beside: files }
}

/** Returns text and images as a single text. An image becomes its media type and name. */
export const joinAsPlainText = (parts: readonly Piece[]): string =>
  parts
    .map(part =>
      part.kind === 'text' ? part.text : `[${part.mediaType}${part.name ? `: ${part.name}` : ''}]`,
    )
    .join('\n')
