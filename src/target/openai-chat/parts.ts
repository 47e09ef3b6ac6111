import type { Placed } from '../../ir/block.ts'
import type { FilePart } from '../../ir/file.ts'
import { dataUrl, detailOf, isElsewhere, type Pieces, writeFile } from '../openai/pieces.ts'
import { holdsBytes, isUrl } from '../travel.ts'
import type { Writer } from '../writer.ts'
import type { TextPart, UserPart } from './request.ts'

/** A text as a part. */
export function textPart(writer: Writer, placed: Placed, text: string): TextPart {
  const part = writer.label({ type: 'text', text: '' } as TextPart, placed.origin)
  writer.partText(part, 'text', placed, text)
  return part
}

/** A file in the form that Chat takes it; null for one that it does not take. */
export function wireFile(part: FilePart): UserPart | null {
  if (!holdsBytes(part)) return null
  const { source, mediaType, name } = part
  if (source.type === 'url' && !isUrl(source.url)) return null
  if (source.type === 'id') {
    return isElsewhere(source.format) || mediaType.startsWith('image/')
      ? null
      : { type: 'file', file: { file_id: source.id, ...(name && { filename: name }) } }
  }
  if (mediaType.startsWith('image/')) {
    if (source.type === 'text') return null
    const url = source.type === 'url' ? source.url : dataUrl(mediaType, source.data)
    const detail = detailOf(part)
    return { type: 'image_url', image_url: { url, ...(detail && { detail }) } }
  }
  if (source.type !== 'base64') return null
  if (mediaType === 'audio/wav' || mediaType === 'audio/mp3') {
    return {
      type: 'input_audio',
      input_audio: { data: source.data, format: mediaType === 'audio/wav' ? 'wav' : 'mp3' },
    }
  }
  if (mediaType !== 'application/pdf') return null
  return {
    type: 'file',
    file: { file_data: dataUrl(mediaType, source.data), filename: name ?? 'file.pdf' },
  }
}

const pieces: Pieces<UserPart> = { api: 'Chat Completions', text: textPart, file: wireFile }

/** A file as a part. */
export const filePart = (writer: Writer, placed: Placed<FilePart>): UserPart =>
  writeFile(pieces, writer, placed)
