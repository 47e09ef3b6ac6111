import type { FormatName } from '../../../../ir/extra.ts'
import type { FilePart } from '../../../../ir/file.ts'
import { holdsBytes, isUrl } from '../../../../target/travel.ts'

/** Whether another provider issued a file id, so that OpenAI has no file with this id. */
const isOtherProvidersId = (format: FormatName): boolean => format !== 'openai' && format !== 'openai-chat'

/** Returns bytes as a `data:` URL. */
const dataUrl = (mediaType: string, base64: string): string => `data:${mediaType};base64,${base64}`

/** Whether OpenAI can read a file: the file is in the request, has a public URL, or is stored at OpenAI. */
export function isWithinReach(part: FilePart): boolean {
  const { source } = part
  if (source.type === 'url') return isUrl(source.url)
  return source.type === 'id' ? !isOtherProvidersId(source.format) : holdsBytes(part)
}

/** Returns the URL of an image, or its bytes as a `data:` URL; null if it has neither URL nor bytes. */
export function imageUrl({ source, mediaType }: FilePart): string | null {
  if (source.type === 'url') return source.url
  return source.type === 'base64' ? dataUrl(mediaType, source.data) : null
}

/** Bytes of a file in the fields that both APIs use. */
export interface FileBytes {
  readonly file_data: string
  readonly filename: string
}

/** Returns the bytes of a PDF, the only document type that is sent as bytes; null for any other file. */
export const pdfBytes = ({ source, mediaType, name }: FilePart): FileBytes | null =>
  source.type === 'base64' && mediaType === 'application/pdf'
    ? { file_data: dataUrl(mediaType, source.data), filename: name ?? 'file.pdf' }
    : null
