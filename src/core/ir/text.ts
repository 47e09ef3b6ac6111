import type { Extra } from './extra.ts'
import type { Seal } from './seal.ts'
import type { Tag } from './tag.ts'

/** Text, possibly empty, with any content, including tags and lone surrogates. */
export interface TextPart {
  readonly kind: 'text'
  readonly text: string
  readonly seal?: Seal
  readonly extra?: Extra
  readonly tag?: Tag
}
