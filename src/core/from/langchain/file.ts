import type { FilePart, FileSource } from '../../ir/file.ts'
import { givenField, keepFields, parseDataUrl, type Raw, stringOr } from '../read.ts'

const mediaTypes: Readonly<Record<string, string>> = {
  image: 'image/*',
  audio: 'audio/*',
  video: 'video/*',
  file: 'application/*',
  media: 'application/*',
  'text-plain': 'text/plain',
}

/** Returns bytes as base64. */
function base64Of(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

function sourceOf({
  data,
  url,
  text,
  id,
  fileId,
  file_id,
  fileUri,
  source_type,
}: Raw): FileSource | undefined {
  if (typeof data === 'string') return { type: 'base64', data }
  if (data instanceof Uint8Array) return { type: 'base64', data: base64Of(data) }
  if (typeof url === 'string') return { type: 'url', url }
  if (typeof text === 'string') return { type: 'text', text }
  const stored = fileId ?? file_id ?? fileUri ?? (source_type === 'id' ? id : undefined)
  return typeof stored === 'string' ? { type: 'id', id: stored, format: 'langchain' } : undefined
}

/** Returns the bytes of a data URL, which may be in the field `url` or in the field `data`. */
function inlineOf({ data, url }: Raw): ReturnType<typeof parseDataUrl> {
  return (
    (typeof data === 'string' ? parseDataUrl(data) : null) ??
    (typeof url === 'string' ? parseDataUrl(url) : null)
  )
}

/** Reads LangChain's standard data block of version 0 or 1; returns undefined for any other block. */
export function readDataBlock(block: Raw): FilePart | undefined {
  const kind = Object.hasOwn(mediaTypes, stringOr(block.type)) ? mediaTypes[stringOr(block.type)] : undefined
  const inline = kind === undefined ? null : inlineOf(block)
  const source: FileSource | undefined = inline
    ? { type: 'base64', data: inline.data }
    : kind === undefined
      ? undefined
      : sourceOf(block)
  if (kind === undefined || source === undefined) return undefined
  const title = stringOr(block.title) || stringOr(block.filename)
  return {
    kind: 'file',
    mediaType: stringOr(block.mimeType) || stringOr(block.mime_type) || inline?.mediaType || kind,
    source,
    ...givenField('name', title || undefined),
    ...givenField('extra', keepFields('anthropic', block, ['cache_control'])),
  }
}
