import type { Extra } from './extra.ts'
import type { JsonValue } from './json.ts'
import type { TargetName } from './target-name.ts'

/** A JSON value in place of text; models are sent its JSON text. */
export interface DataPart {
  readonly kind: 'data'
  readonly value: JsonValue
}

/** Pair of tags around text, a call or a result, used if the request is plain text. Other targets ignore the tags. */
export interface Tag {
  /** Name made of letters, digits, `_`, `-` and `.`; never `context`, which the compiler uses. */
  readonly name: string
  /** Attributes in the order in which they are written. */
  readonly attributes?: Readonly<Record<string, string>>
}

/** A provider's signature on one part of an answer. It is either sent back with that part or dropped. */
export interface Seal {
  readonly format: TargetName
  readonly value: string
  /** The model that made the seal, if known. */
  readonly model?: string
}

/** Text, possibly empty, with any content, including tags and lone surrogates. */
export interface TextPart {
  readonly kind: 'text'
  readonly text: string
  readonly seal?: Seal
  readonly extra?: Extra
  readonly tag?: Tag
}
