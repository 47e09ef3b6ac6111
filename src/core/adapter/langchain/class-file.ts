import type { FilePart } from '../../ir/file.ts'
import type { FileForm } from './classes.ts'

const dataUrl = (mediaType: string, data: string): string => `data:${mediaType};base64,${data}`

/** Returns a file's bytes as a data URL, or the file's own URL; undefined for a file given by id or as text. */
function urlOf({ mediaType, source }: FilePart): string | undefined {
  if (source.type === 'base64') return dataUrl(mediaType, source.data)
  return source.type === 'url' ? source.url : undefined
}

const isImage = ({ mediaType }: FilePart): boolean => mediaType.startsWith('image/')

/** Returns a file's name, which OpenAI requires for a file sent as bytes. */
const nameOf = ({ name }: FilePart): string => name ?? 'file'

function chatFile(part: FilePart, url: string): object | null {
  if (isImage(part)) return { type: 'image_url', image_url: { url } }
  if (part.source.type !== 'base64') return null
  const [kind, format] = part.mediaType.split('/')
  if (kind === 'audio') return { type: 'input_audio', input_audio: { data: part.source.data, format } }
  return { type: 'file', file: { file_data: url, filename: nameOf(part) } }
}

function responsesFile(part: FilePart, url: string): object | null {
  if (isImage(part)) return { type: 'input_image', image_url: url, detail: 'auto' }
  return part.source.type === 'url'
    ? { type: 'input_file', file_url: url }
    : { type: 'input_file', file_data: url, filename: nameOf(part) }
}

/** Returns a file as a LangChain standard block of version 1; null for a file given by id or as text. */
function standardFile({ mediaType, source, name }: FilePart): object | null {
  const [kind = ''] = mediaType.split('/')
  const type = /^(image|audio|video)$/.test(kind) ? kind : 'file'
  const known = mediaType.endsWith('/*') ? {} : { mimeType: mediaType }
  const more = { ...known, ...(name !== undefined && { metadata: { filename: name } }) }
  if (source.type === 'base64') return { type, data: source.data, ...more }
  return source.type === 'url' ? { type, url: source.url, ...more } : null
}

function mediaFile(part: FilePart, url: string): object | null {
  if (isImage(part)) return { type: 'image_url', image_url: { url } }
  const { mediaType: mimeType, source } = part
  if (source.type === 'base64') return { type: 'media', mimeType, data: source.data }
  return mimeType.endsWith('/*') ? null : { type: 'media', mimeType, fileUri: url }
}

/** Returns a file as a block in the form that a model class accepts; null if the class does not accept the file. */
export function fileBlock(part: FilePart, form: FileForm): object | null {
  const url = urlOf(part)
  if (url === undefined) return null
  if (form === 'standard') return standardFile(part)
  if (form === 'responses') return responsesFile(part, url)
  return form === 'chat' ? chatFile(part, url) : mediaFile(part, url)
}
