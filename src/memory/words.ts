import type { FilePart } from '../ir/file.ts'
import { isObject, type JsonValue } from '../ir/json.ts'
import type { TextPart } from '../ir/text.ts'
import { isTooDeep } from '../text/depth.ts'
import { toJson } from '../text/json.ts'
import { plainJson } from '../text/plain-json.ts'
import type { ChunkContent, MemoryChunk } from './chunk.ts'
import { itemsOf } from './item.ts'
import { shapeOf } from './shape.ts'

/** Fields that say what a content is, not what it says. */
const own = new Set(['type', 'text', 'data', 'mimeType', 'altText', 'parts', 'chunkId'])

/** Fields that hold the whole of what a call or a result says. */
const payloads = new Set(['arguments', 'input', 'result', 'output', 'payload', 'error'])

type Chunks = ReadonlyMap<string, MemoryChunk>

const imageOf = ({ data, mimeType, altText }: Readonly<Record<string, unknown>>): FilePart => ({
  kind: 'file',
  mediaType: typeof mimeType === 'string' ? mimeType : 'image/*',
  source: { type: 'base64', data: typeof data === 'string' ? data : '' },
  ...(typeof altText === 'string' && altText !== '' && { name: altText }),
})

/** What the fields say that no attribute tells; undefined for nothing. */
export function payloadOf(content: ChunkContent, told: readonly string[]): JsonValue | undefined {
  const rest = Object.entries(content ?? {}).filter(
    ([key, value]) => !own.has(key) && !told.includes(key) && value !== undefined && value !== null,
  )
  const [only] = rest
  if (only === undefined) return undefined
  const said = rest.length === 1 && payloads.has(only[0]) ? only[1] : Object.fromEntries(rest)
  return (isTooDeep(said) ? '[nested too deeply]' : plainJson(said)) as JsonValue
}

/**
 * What a content says, as words and images, in order. `told` are the fields that attributes tell. What a chunk says that is
 * referred to is told, but not what that one refers to.
 */
export function partsOf(
  content: ChunkContent,
  told: readonly string[],
  chunks: Chunks,
): (TextPart | FilePart)[] {
  if (isTooDeep(content)) return [{ kind: 'text', text: '[nested too deeply]' }]
  const parts: (TextPart | FilePart)[] = []
  const say = (text: unknown): void => {
    if (typeof text === 'string' && text !== '') parts.push({ kind: 'text', text })
  }
  const { type, text, chunkId, parts: inner } = (content ?? {}) as Readonly<Record<string, unknown>>
  say(text)
  if (type === 'IMAGE') parts.push(imageOf(content))
  if (type === 'MIXED' && Array.isArray(inner))
    for (const piece of inner)
      if (isObject(piece)) for (const part of partsOf(piece as ChunkContent, [], chunks)) parts.push(part)
  if (type === 'CHUNK_REF') {
    const id = String(chunkId)
    if (!chunks.has(id)) say(`[chunk ${id}]`)
    for (const item of itemsOf({ chunkIds: [id], chunks }))
      for (const part of partsOf(item.content, shapeOf(item).told, new Map())) parts.push(part)
  }
  const payload = payloadOf(content, told)
  if (payload !== undefined) say(typeof payload === 'string' ? payload : toJson(payload))
  return parts
}

/** The same as words alone: an image is named. */
export const wordsOf = (parts: readonly (TextPart | FilePart)[]): string =>
  parts
    .map(part =>
      part.kind === 'text' ? part.text : `[${part.mediaType}${part.name ? `: ${part.name}` : ''}]`,
    )
    .join('\n')
