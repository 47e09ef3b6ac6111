import { objectOr, type Raw, stringOr } from '../../core/from/read.ts'
import { isObject, type JsonValue } from '../../core/ir/json.ts'
import type { ResultContent } from '../../core/ir/result.ts'

/** Returns a value as a data part, for content of an unknown form. */
export const dataContent = (value: unknown): ResultContent => ({
  kind: 'data',
  value: (value ?? null) as JsonValue,
})

/** Reads a content block of a tool result. A block of an unknown form is kept as data. */
export function readMcpBlock(block: unknown): ResultContent {
  const raw = objectOr(block)
  if (raw.type === 'text' && typeof raw.text === 'string') return { kind: 'text', text: raw.text }
  if ((raw.type === 'image' || raw.type === 'audio') && typeof raw.data === 'string')
    return toFilePart(raw.data, stringOr(raw.mimeType), undefined)
  const resource = objectOr(raw.resource)
  if (raw.type === 'resource' && isObject(raw.resource)) return readResource(resource) ?? dataContent(block)
  return dataContent(block)
}

function readResource({ uri, mimeType, text, blob }: Raw): ResultContent | null {
  const name = stringOr(uri) || undefined
  if (typeof blob === 'string') return toFilePart(blob, stringOr(mimeType), name)
  if (typeof text !== 'string') return null
  return {
    kind: 'file',
    mediaType: stringOr(mimeType) || 'text/plain',
    source: { type: 'text', text },
    ...(name !== undefined && { name }),
  }
}

const toFilePart = (bytes: string, mediaType: string, name: string | undefined): ResultContent => ({
  kind: 'file',
  mediaType: /^[\w.+-]+\/[\w.+-]+$/.test(mediaType) ? mediaType : 'application/octet-stream',
  source: { type: 'base64', data: bytes },
  ...(name !== undefined && { name }),
})
