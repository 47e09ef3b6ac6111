import type { FilePart, FileSource } from '../ir/file.ts'
import { isObject, type JsonObject } from '../ir/json.ts'
import type { ResultContent } from '../ir/result.ts'
import { givenField, objectOr, type Raw, stringOr } from './read.ts'

/** Default media types of MCP's and Anthropic's file blocks, by block type. */
const usual: Readonly<Record<string, string>> = {
  image: 'image/*',
  audio: 'audio/*',
  document: 'application/pdf',
}

/**
 * Reads a file in the form of an MCP result (`image`, `audio`, `resource`) or an Anthropic block (`source`). Tools
 * return such blocks in results of any format. Returns undefined for any other value.
 */
export function readMedia(value: unknown): FilePart | undefined {
  const block = objectOr(value)
  const type = stringOr(block.type)
  if (type === 'resource') return readResource(objectOr(block.resource))
  const mediaType = Object.hasOwn(usual, type) ? usual[type] : undefined
  if (mediaType === undefined) return undefined
  if (typeof block.data === 'string')
    return fileOf({ type: 'base64', data: block.data }, stringOr(block.mimeType) || mediaType)
  const from = objectOr(block.source)
  const stated = stringOr(from.media_type) || mediaType
  if (from.type === 'base64' && typeof from.data === 'string')
    return fileOf({ type: 'base64', data: from.data }, stated)
  return from.type === 'url' && typeof from.url === 'string'
    ? fileOf({ type: 'url', url: from.url }, stated)
    : undefined
}

/** Reads an embedded resource of MCP, which contains text or bytes. */
function readResource({ uri, mimeType, text, blob }: Raw): FilePart | undefined {
  const name = stringOr(uri) || undefined
  if (typeof text === 'string')
    return fileOf({ type: 'text', text }, stringOr(mimeType) || 'text/plain', name)
  return typeof blob === 'string'
    ? fileOf({ type: 'base64', data: blob }, stringOr(mimeType) || 'application/octet-stream', name)
    : undefined
}

const fileOf = (source: FileSource, mediaType: string, name?: string): FilePart => ({
  kind: 'file',
  mediaType,
  source,
  ...givenField('name', name),
})

/**
 * Reads the result of an MCP tool, `{ content: [...] }`, if it contains a file. Texts and files become separate pieces;
 * other blocks and fields become data. Returns undefined for a result without files, which is read as ordinary data.
 */
export function readMediaResult(value: unknown): readonly ResultContent[] | undefined {
  if (!isObject(value) || !Array.isArray(value.content)) return undefined
  const { content, ...beside } = value
  if (!content.some(block => readMedia(block) !== undefined)) return undefined
  const pieces = content.map((block): ResultContent => {
    const { type, text } = objectOr(block)
    if (type === 'text' && typeof text === 'string') return { kind: 'text', text }
    return readMedia(block) ?? { kind: 'data', value: block }
  })
  const rest = Object.keys(beside).filter(key => key !== 'isError')
  if (rest.length === 0) return pieces
  return [
    ...pieces,
    { kind: 'data', value: Object.fromEntries(rest.map(key => [key, beside[key]])) as JsonObject },
  ]
}
