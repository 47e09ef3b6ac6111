import type { Extra, Native } from './extra.ts'
import type { FilePart } from './file.ts'
import type { OpaquePart } from './opaque.ts'
import type { DataPart, Tag, TextPart } from './text.ts'

/** Content of a tool result. */
export type ResultContent = TextPart | DataPart | FilePart | OpaquePart

/** Result of a tool call. */
export interface ToolResultPart {
  readonly kind: 'tool-result'
  /** Id of the call that the result belongs to; empty if the source provided no id. */
  readonly id: string
  readonly name?: string
  readonly content: readonly ResultContent[]
  readonly isError?: boolean
  readonly native?: Native
  readonly extra?: Extra
  readonly tag?: Tag
}
