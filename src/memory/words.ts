import type { FilePart } from '../ir/file.ts'
import { isObject, type JsonValue } from '../ir/json.ts'
import type { TextPart } from '../ir/text.ts'
import { toJson } from '../text/json.ts'
import type { ChunkContent, MemoryChunk } from './chunk.ts'

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
  if (rest.length === 1 && payloads.has(only[0])) return only[1] as JsonValue
  return Object.fromEntries(rest) as JsonValue
}

/** What a content says, as words and images, in order. `told` are the fields that attributes tell. */
export function partsOf(
  content: ChunkContent,
  told: readonly string[],
  chunks: Chunks,
  seen: readonly string[] = [],
): (TextPart | FilePart)[] {
  const parts: (TextPart | FilePart)[] = []
  const say = (text: unknown): void => {
    if (typeof text === 'string' && text !== '') parts.push({ kind: 'text', text })
  }
  const { type, text } = (content ?? {}) as Readonly<Record<string, unknown>>
  say(text)
  if (type === 'IMAGE') parts.push(imageOf(content))
  if (type === 'MIXED' && Array.isArray(content.parts))
    for (const part of content.parts)
      if (isObject(part)) parts.push(...partsOf(part as ChunkContent, [], chunks, seen))
  if (type === 'CHUNK_REF') {
    const id = String(content.chunkId)
    const chunk = seen.includes(id) ? undefined : chunks.get(id)
    if (chunk === undefined) say(`[chunk ${id}]`)
    else parts.push(...partsOf(chunk.content, [], chunks, [...seen, id]))
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
