import type { Extra, FormatName } from './extra.ts'
import type { Seal } from './text.ts'

/** Returns a text that describes a file, for a place that cannot contain the file itself. */
export function describeFile(part: FilePart): string {
  const where = part.source.type === 'url' ? ` ${part.source.url}` : ''
  return `[file${part.name ? ` ${part.name}` : ''}, ${part.mediaType}${where}]`
}

/**
 * Source of a file's bytes: the request itself (base64), a URL, or the provider's storage; or the plain text of the
 * file.
 */
export type FileSource =
  | { readonly type: 'base64'; readonly data: string }
  | { readonly type: 'url'; readonly url: string }
  | { readonly type: 'id'; readonly id: string; readonly format: FormatName }
  | { readonly type: 'text'; readonly text: string }

/** An image, a document or a sound. */
export interface FilePart {
  readonly kind: 'file'
  /** A media type. A star replaces an unknown subtype (`image/*`). */
  readonly mediaType: string
  readonly source: FileSource
  readonly name?: string
  readonly seal?: Seal
  readonly extra?: Extra
}
