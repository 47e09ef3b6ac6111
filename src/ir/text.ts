import type { Extra } from './extra.ts'
import type { Seal } from './seal.ts'
import type { Tag } from './tag.ts'

/** Words. May be empty; may hold anything, tags and lone surrogates included. */
export interface TextPart {
  readonly kind: 'text'
  readonly text: string
  readonly seal?: Seal
  readonly extra?: Extra
  readonly tag?: Tag
}
