import type { FormatName } from '../../../../ir/extra.ts'
import type { FilePart } from '../../../../ir/file.ts'
import { holdsBytes, isUrl } from '../../../../target/travel.ts'

/** Whether an id is of a file that another provider stores. */
const isElsewhere = (format: FormatName): boolean => format !== 'openai' && format !== 'openai-chat'

/** Returns bytes as a `data:` URL. */
const dataUrl = (mediaType: string, base64: string): string => `data:${mediaType};base64,${base64}`

/** Whether OpenAI can get the content of a file. */
export function isWithinReach(part: FilePart): boolean {
  const { source } = part
  if (source.type === 'url') return isUrl(source.url)
  return source.type === 'id' ? !isElsewhere(source.format) : holdsBytes(part)
}

/** Returns the URL of an image, or its bytes as a `data:` URL; null if it has neither. */
export function imageUrl({ source, mediaType }: FilePart): string | null {
  if (source.type === 'url') return source.url
  return source.type === 'base64' ? dataUrl(mediaType, source.data) : null
}

/** A file's bytes, in the form of both APIs. */
export interface FileBytes {
  readonly file_data: string
  readonly filename: string
}

/** Returns the bytes of a PDF, the only document that is sent inline; null for any other file. */
export const pdfBytes = ({ source, mediaType, name }: FilePart): FileBytes | null =>
  source.type === 'base64' && mediaType === 'application/pdf'
    ? { file_data: dataUrl(mediaType, source.data), filename: name ?? 'file.pdf' }
    : null
