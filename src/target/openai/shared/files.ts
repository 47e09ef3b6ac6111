import type { FilePart } from '../../../ir/file.ts'
import type { FormatName } from '../../../ir/format-name.ts'
import { holdsBytes, isUrl } from '../../travel.ts'

/** Whether an id names a file that another provider stores. */
const isElsewhere = (format: FormatName): boolean => format !== 'openai' && format !== 'openai-chat'

/** Bytes as a `data:` URL. */
const dataUrl = (mediaType: string, base64: string): string => `data:${mediaType};base64,${base64}`

/** Whether OpenAI can get at what a file holds. */
export function isWithinReach(part: FilePart): boolean {
  const { source } = part
  if (source.type === 'url') return isUrl(source.url)
  return source.type === 'id' ? !isElsewhere(source.format) : holdsBytes(part)
}

/** The address of an image, its bytes in it where it brings them; null for one without an address. */
export function imageUrl({ source, mediaType }: FilePart): string | null {
  if (source.type === 'url') return source.url
  return source.type === 'base64' ? dataUrl(mediaType, source.data) : null
}

/** A file's bytes as both APIs have them. */
export interface FileBytes {
  readonly file_data: string
  readonly filename: string
}

/** The bytes of a PDF, the only document that is sent by its bytes; null for any other file. */
export const pdfBytes = ({ source, mediaType, name }: FilePart): FileBytes | null =>
  source.type === 'base64' && mediaType === 'application/pdf'
    ? { file_data: dataUrl(mediaType, source.data), filename: name ?? 'file.pdf' }
    : null
