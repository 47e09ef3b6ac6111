import type { Extra, FormatName } from './extra.ts'
import type { Seal } from './text.ts'

/** Returns a text that describes a file, for a place that cannot contain the file itself. */
export function describeFile(part: FilePart): string {
  const where = part.source.type === 'url' ? ` ${part.source.url}` : ''
  return `[file${part.name ? ` ${part.name}` : ''}, ${part.mediaType}${where}]`
}

/** Location of a file's bytes: inside the request (base64), at a URL, or stored at the provider; or plain text. */
export type FileSource =
  | { readonly type: 'base64'; readonly data: string }
  | { readonly type: 'url'; readonly url: string }
  | { readonly type: 'id'; readonly id: string; readonly format: FormatName }
  | { readonly type: 'text'; readonly text: string }

/** An image, a document or a sound. */
export interface FilePart {
  readonly kind: 'file'
  /** A media type; a star replaces an unknown subtype (`image/*`). */
  readonly mediaType: string
  readonly source: FileSource
  readonly name?: string
  readonly seal?: Seal
  readonly extra?: Extra
}
