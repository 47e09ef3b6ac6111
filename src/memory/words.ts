import type { FilePart } from '../ir/file.ts'
import { isObject, type JsonValue } from '../ir/json.ts'
import type { TextPart } from '../ir/text.ts'
import { isTooDeep } from '../text/depth.ts'
import { toJson } from '../text/json.ts'
import { plainJson } from '../text/plain-json.ts'
import type { ChunkContent, MemoryChunk } from './chunk.ts'
import { itemsOf } from './item.ts'
import { contentOf, shapeOf } from './shape.ts'

type Chunks = ReadonlyMap<string, MemoryChunk>
type Fields = Readonly<Record<string, unknown>>
type Piece = TextPart | FilePart

const isText = (value: unknown): value is string => typeof value === 'string'

/** The fields that each type of content is made of, where they are what they should be. */
const made: ReadonlyMap<unknown, Readonly<Record<string, (value: unknown) => boolean>>> = new Map([
  ['IMAGE', { data: isText, mimeType: isText, altText: isText }],
  ['MIXED', { parts: Array.isArray }],
  ['CHUNK_REF', { chunkId: isText }],
])

/** Fields that hold the whole of what a call or a result says. */
const payloads = new Set(['arguments', 'input', 'result', 'output', 'payload', 'error'])

/** The fields that neither the tag tells nor the content is made of. */
function restOf(content: ChunkContent, told: readonly string[]): [string, unknown][] {
  const shown = made.get(content.type)
  return Object.entries(content).filter(([key, value]) => {
    if (value === undefined || value === null || key === 'text' || told.includes(key)) return false
    if (key === 'type') return !isText(value)
    return !(shown && Object.hasOwn(shown, key) && shown[key]?.(value))
  })
}

const asJson = (value: unknown): JsonValue =>
  (isTooDeep(value) ? '[nested too deeply]' : plainJson(value)) as JsonValue

/** Some fields as one value: the only one, where it is all that is said. Undefined for none. */
function payloadOf(rest: readonly (readonly [string, unknown])[]): JsonValue | undefined {
  const [only] = rest
  if (only === undefined) return undefined
  return asJson(rest.length === 1 && payloads.has(only[0]) ? only[1] : Object.fromEntries(rest))
}

const texts = (value: unknown): TextPart[] => {
  const text = isText(value) ? value : value === undefined || value === null ? '' : toJson(asJson(value))
  return text === '' ? [] : [{ kind: 'text', text }]
}

const imageOf = (data: string, { mimeType, altText }: Fields): FilePart => ({
  kind: 'file',
  mediaType: isText(mimeType) ? mimeType : 'image/*',
  source: { type: 'base64', data },
  ...(isText(altText) && altText !== '' && { name: altText }),
})

/** Returns the words of a chunk that a content refers to, without those of a chunk that it refers to itself. */
function referencedBy(id: string, chunks: Chunks): Piece[] {
  const chunk = chunks.get(id)
  return chunk === undefined
    ? texts(`[chunk ${id}]`)
    : itemsOf({ log: [{ chunk, covers: null }] }).flatMap(item =>
        contentParts(contentOf(item), shapeOf(item).told, new Map()),
      )
}

/** Returns the text and images of a content, in order, without its other fields. */
function saidBy(content: ChunkContent, chunks: Chunks): Piece[] {
  const fields = content as Fields
  const { type, chunkId, parts, data } = fields
  const said: Piece[] = texts(fields.text)
  if (type === 'IMAGE' && isText(data)) said.push(imageOf(data, fields))
  if (type === 'MIXED' && Array.isArray(parts))
    for (const part of parts)
      for (const piece of isObject(part) ? contentParts(part as ChunkContent, [], chunks) : texts(part))
        said.push(piece)
  return type === 'CHUNK_REF' && isText(chunkId) ? [...said, ...referencedBy(chunkId, chunks)] : said
}

/**
 * Returns a content as text and images, in order. `told` are the fields that the tag shows already. The
 * content of a referenced chunk is included, but not that of a chunk which the referenced one refers to.
 */
export function contentParts(content: ChunkContent, told: readonly string[], chunks: Chunks): Piece[] {
  if (isTooDeep(content)) return texts('[nested too deeply]')
  return [...saidBy(content, chunks), ...texts(payloadOf(restOf(content, told)))]
}

/** Arguments of a call, and the text and images sent next to them. */
export interface CallInput {
  readonly arguments: JsonValue
  readonly beside: readonly Piece[]
}

/** A call's content for a target that takes arguments: the field that holds them, else all that its fields and words say. */
export function givenIn(content: ChunkContent, told: readonly string[], chunks: Chunks): CallInput {
  if (isTooDeep(content)) return { arguments: '[nested too deeply]', beside: [] }
  const said = saidBy(content, chunks)
  const rest = restOf(content, told)
  const given = rest.find(([key]) => key === 'arguments') ?? rest.find(([key]) => key === 'input')
  if (given) {
    const others = rest.filter(entry => entry !== given)
    return { arguments: asJson(given[1]), beside: [...said, ...texts(payloadOf(others))] }
  }
  const payload = payloadOf(rest)
  if (payload !== undefined) return { arguments: payload, beside: said }
  const files = said.filter(({ kind }) => kind === 'file')
  return { arguments: plainTextOf(said.filter(({ kind }) => kind === 'text')), beside: files }
}

/** The same as words alone: an image is named. */
export const plainTextOf = (parts: readonly Piece[]): string =>
  parts
    .map(part =>
      part.kind === 'text' ? part.text : `[${part.mediaType}${part.name ? `: ${part.name}` : ''}]`,
    )
    .join('\n')
