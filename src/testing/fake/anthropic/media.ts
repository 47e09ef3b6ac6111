import { type Fields, fieldsOf, textOfShape } from '../shape.ts'
import type { ReportViolation } from '../violation.ts'

const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']
const required: { readonly [type: string]: readonly string[] } = {
  base64: ['media_type', 'data'],
  url: ['url'],
  file: ['file_id'],
  text: ['media_type', 'data'],
  content: ['content'],
}

/** Checks the source of an image or a document. Source: @anthropic-ai/sdk 1.12.0 image and document block types. */
export const checkMedia = (block: Fields, path: string, pointer: string, report: ReportViolation): void => {
  if (block.source === undefined) {
    report('media', pointer, `${path}.source: Field required`)
    return
  }
  const source = fieldsOf(block.source)
  const type = textOfShape(source.type)
  const isImage = block.type === 'image'
  const tags = isImage ? ['base64', 'url', 'file'] : Object.keys(required)
  if (!tags.includes(type)) {
    const text = `Input tag '${type}' found using 'type' does not match any of the expected tags`
    report('media', `${pointer}/source`, `${path}.source: ${text}: ${tags.map(tag => `'${tag}'`).join(', ')}`)
    return
  }
  for (const name of required[type] ?? []) {
    const value = source[name]
    const where = `${path}.source.${type}.${name}`
    const isText = typeof value === 'string' && value !== ''
    if (value === undefined) report('media', `${pointer}/source`, `${where}: Field required`)
    else if (!isText && name !== 'content') {
      report('media', `${pointer}/source`, `${where}: Input should be a valid string`)
    }
  }
  const allowed = allowedTypes(isImage, type)
  const mediaType = source.media_type
  if (typeof mediaType !== 'string' || allowed === null || allowed.includes(mediaType)) return
  const names = allowed.map(name => `'${name}'`)
  const list = names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${names.at(-1)}` : names.join('')
  report('media', `${pointer}/source`, `${path}.source.${type}.media_type: Input should be ${list}`)
}

/** Returns the media types that a source may have; null if a source names none. */
const allowedTypes = (isImage: boolean, source: string): readonly string[] | null => {
  if (source !== 'base64' && source !== 'text') return null
  if (isImage) return imageTypes
  return source === 'text' ? ['text/plain'] : ['application/pdf']
}
