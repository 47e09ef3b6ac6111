import { givenField, keepFields, parseDataUrl, type Raw, stringOr } from '../../../from/read.ts'
import type { FilePart, FileSource } from '../../../ir/file.ts'
import { isObject, type JsonObject } from '../../../ir/json.ts'

const format = 'ai-sdk'

/** Number of bytes that one call of `String.fromCharCode` converts. */
const block = 0x8000

/** Returns bytes as base64; a string is returned unchanged, any other value becomes null. */
export function toBase64(value: unknown): string | null {
  if (typeof value === 'string') return value
  const bytes = value instanceof ArrayBuffer ? new Uint8Array(value) : value
  if (!(bytes instanceof Uint8Array)) return null
  let text = ''
  for (let at = 0; at < bytes.length; at += block)
    text += String.fromCharCode(...bytes.subarray(at, at + block))
  return btoa(text)
}

/** Source of a file's bytes, and the media type if a `data:` URL names it. */
interface Found {
  readonly source: FileSource
  readonly mediaType?: string
  /** Names or ids of a stored file, by provider. */
  readonly reference?: JsonObject
}

function fromUrl(url: string): Found {
  const inline = parseDataUrl(url)
  return inline
    ? { source: { type: 'base64', data: inline.data }, mediaType: inline.mediaType }
    : { source: { type: 'url', url } }
}

const isUrlText = (text: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(text)

/** Reads the data of a file in the form of any AI SDK version; returns null for an unknown form. */
function findSource(data: unknown): Found | null {
  if (typeof data === 'string') return isUrlText(data) ? fromUrl(data) : { source: { type: 'base64', data } }
  if (data instanceof URL) return fromUrl(data.href)
  const bytes = toBase64(data)
  if (bytes !== null) return { source: { type: 'base64', data: bytes } }
  if (!isObject(data)) return null
  if (data.type === 'data') return findSource(data.data)
  if (data.type === 'url') return data.url === undefined ? null : findSource(data.originalUrl ?? data.url)
  if (data.type === 'text') return { source: { type: 'text', text: stringOr(data.text) } }
  const reference = isObject(data.reference) ? data.reference : data
  const [id] = Object.values(reference)
  return typeof id === 'string' && Object.values(reference).every(name => typeof name === 'string')
    ? { source: { type: 'id', id, format }, reference: reference as JsonObject }
    : null
}

/** Reads a file part, or a file in a tool result, of any AI SDK version; returns undefined if the part has no data. */
export function readFilePart(part: Raw, data: unknown, usual: string): FilePart | undefined {
  const found = findSource(data)
  if (found === null) return undefined
  const mediaType = found.mediaType ?? (stringOr(part.mediaType) || stringOr(part.mimeType) || usual)
  const options = keepFields(format, part, ['providerOptions'])
  const fields = { ...options?.fields, ...givenField('reference', found.reference) }
  return {
    kind: 'file',
    mediaType: mediaType.includes('/') ? mediaType : `${mediaType}/*`,
    source: found.source,
    ...givenField('name', stringOr(part.filename) || undefined),
    ...(Object.keys(fields).length > 0 && { extra: { format, fields } }),
  }
}
