import type { TokenCounter } from '../../count/tokenizer.ts'
import type { AheadReader } from './reader.ts'
import type { Span } from './span.ts'

/** Rule that a keyword begins: reads what surrounds the keyword that ends at `end`. */
export interface DetectRule {
  /** Keyword in lower case. */
  readonly keyword: string
  /** Whether other rules may name the value more exactly. */
  readonly general: boolean
  readonly read: (reader: AheadReader, end: number, counter?: TokenCounter) => Span | null
}
