import type { Placed } from '../../../ir/block.ts'
import type { FilePart } from '../../../ir/file.ts'
import { withActualType } from '../../../ir/media-type.ts'
import { claudeLimits, tooLargeFile } from '../../../target/limits.ts'
import { sayFile } from '../../../target/parts.ts'
import { holdsBytes, whyFileUnsendable } from '../../../target/travel.ts'
import type { Sink } from './draft.ts'
import type { ContentBlock } from './request.ts'
import { writeFields, writeText } from './words.ts'

/**
 * Media types of images that the API accepts. Files with the subtype `*` (unknown) are sent, and the API checks them.
 */
const images = /^image\/(jpeg|png|gif|webp|\*)$/

/** Media types of documents that the API may fetch by URL or may have stored. */
const documents = /^(application\/(pdf|\*)|text\/)/

/** Whether a file is sent as an image. A text source is never sent as an image, whatever its media type. */
const isImage = ({ source, mediaType }: FilePart): boolean => source.type !== 'text' && images.test(mediaType)

/** Whether the API accepts a file. */
function isAcceptedFile(part: FilePart): boolean {
  const { source, mediaType } = part
  switch (source.type) {
    case 'text':
      return source.text.trim() !== ''
    case 'base64':
      return holdsBytes(part) && (isImage(part) ? mediaType !== 'image/*' : mediaType === 'application/pdf')
    case 'url':
      return /^https?:\/\/./i.test(source.url) && (isImage(part) || documents.test(mediaType))
    case 'id':
      return source.format === 'anthropic' && (isImage(part) || documents.test(mediaType))
  }
}

/** Adds an image or a document. A file that the API does not accept is described as text. */
export function writeFile(sink: Sink, { part: given, origin, seq }: Placed<FilePart>): void {
  const part = withActualType(given)
  const { source, name, extra } = part
  const large = tooLargeFile(part, claudeLimits(sink.writer.setting.facts))
  if (large !== null) return nameFile(sink, { part, origin, seq }, large)
  if (!isAcceptedFile(part)) {
    const isForeign = source.type === 'id' && source.format !== 'anthropic'
    const refused = isForeign
      ? 'another provider stores it'
      : `Anthropic does not accept ${part.mediaType} from this source`
    return nameFile(sink, { part, origin, seq }, whyFileUnsendable(part, refused))
  }
  const image = isImage(part)
  const wire = {
    type: image ? 'image' : 'document',
    source: wireSource(part),
    ...(name && !image && { title: name }),
  }
  const block = sink.writer.copyFile(wire, part, origin)
  // Only a document may have a `context`.
  const { context: _, ...fields } = extra?.fields ?? {}
  writeFields(sink, block, extra && image ? { ...extra, fields } : extra)
  sink.into.push(block as unknown as ContentBlock)
}

function wireSource({ source, mediaType }: FilePart): object {
  if (source.type === 'base64') return { type: 'base64', media_type: mediaType, data: source.data }
  if (source.type === 'url') return { type: 'url', url: source.url }
  if (source.type === 'id') return { type: 'file', file_id: source.id }
  return { type: 'text', media_type: 'text/plain', data: source.text }
}

/** Describes a file as text, and reports why the file itself is not sent. */
const nameFile = (sink: Sink, placed: Placed<FilePart>, why: string): void =>
  writeText(sink, placed, sayFile(sink.writer, placed, why))
