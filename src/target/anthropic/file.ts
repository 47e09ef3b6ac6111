import type { Placed } from '../../ir/block.ts'
import { describeFile } from '../../ir/describe-file.ts'
import type { FilePart } from '../../ir/file.ts'
import { typed } from '../../ir/media-type.ts'
import { fileLoss, holdsBytes, whyNot } from '../travel.ts'
import type { Sink } from './draft.ts'
import type { ContentBlock } from './request.ts'
import { writeFields, writeText } from './words.ts'

/** Images; a subtype that is not known only the API can find out. */
const images = /^image\/(jpeg|png|gif|webp|\*)$/

/** Documents that the API can fetch, or that it stores. */
const documents = /^(application\/(pdf|\*)|text\/)/

/** Words are words, whatever they are called. */
const isImage = ({ source, mediaType }: FilePart): boolean => source.type !== 'text' && images.test(mediaType)

/** Whether the API takes a file. */
function isTaken(part: FilePart): boolean {
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

/** Adds an image or a document; a kind that the API does not take is named in words. */
export function writeFile(sink: Sink, { part: given, origin, seq }: Placed<FilePart>): void {
  const part = typed(given)
  const { source, name, extra } = part
  if (!isTaken(part)) {
    const isForeign = source.type === 'id' && source.format !== 'anthropic'
    const refused = isForeign
      ? 'it is stored at another provider'
      : `Anthropic does not take ${part.mediaType}`
    return nameFile(sink, { part, origin, seq }, whyNot(part, refused))
  }
  const image = isImage(part)
  const wire = {
    type: image ? 'image' : 'document',
    source: wireSource(part),
    ...(name && !image && { title: name }),
  }
  const block = sink.writer.file(wire, part, origin)
  // A note of what it is about is a document's alone.
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

/** Names a file in words. */
export function nameFile(sink: Sink, placed: Placed<FilePart>, why: string): void {
  sink.writer.note(fileLoss(why, placed.origin))
  sink.writer.edit('reduced')
  writeText(sink, placed, describeFile(placed.part))
}
