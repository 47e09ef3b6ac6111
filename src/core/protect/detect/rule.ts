import type { TokenCounter } from '../../count/tokenizer.ts'
import type { AheadReader } from './reader.ts'
import type { Span } from './span.ts'

/** Detection rule that is tried wherever its keyword ends. `read` searches the text around the keyword's `end`. */
export interface DetectRule {
  /** Keyword in lower case. */
  readonly keyword: string
  /** Whether a rule with an exact format takes precedence over this one. */
  readonly general: boolean
  readonly read: (reader: AheadReader, end: number, counter?: TokenCounter) => Span | null
}
