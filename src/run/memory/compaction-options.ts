import { summarizeHandler } from '../../core/effect/assert-effects.ts'
import type { SummarizeHandler } from '../../core/effect/summarize/handler.ts'
import type { RefusedStatement } from '../../core/effect/summarize/read-summary.ts'
import { type Check, number, object, text } from '../../core/form/check.ts'
import { wrongValueError } from '../../core/form/describe.ts'
import type { OptionsForm } from '../../core/form/options.ts'
import { countCheck } from '../../core/form/quantities.ts'
import { isObject } from '../../core/ir/json.ts'
import type { MemoryChunk, MemoryEntry, Provenance } from './chunk.ts'
import type { ContextMessage } from './result.ts'
import { type ModelTokenizer, type OwnTokenizer, tokenizer } from './tokenizer.ts'

/** Input of `summarize`. */
export interface SummaryInput {
  /** Messages with the chunks as they would be sent, including earlier summaries. */
  readonly messages: readonly ContextMessage[]
  readonly chunks: readonly MemoryChunk[]
  /** Size of the messages' text in tokens. */
  readonly tokens: number
}

/** Options of a compaction. */
export interface CompactionOptions {
  /**
   * Writes the summary. The text that a function returns is used unchecked. The summary of a handler, such as that of
   * `modelEffects`, is checked against the chunks: statements with numbers, quotes, paths, names or references that the
   * chunks lack are dropped.
   */
  readonly summarize: ((input: SummaryInput) => string | Promise<string>) | SummarizeHandler
  /** Number of newest items that are never summarized; default: 10. The current input is never summarized either. */
  readonly keepRecent?: number
  /** Id of the chunk that contains the summary; generated if omitted. */
  readonly id?: string
  /** Time of the compaction, by the program's clock. */
  readonly compactedAt?: number
  /** Tokenizer for the summary and the chunks that it replaces; without one, four characters count as one token. */
  readonly tokenizer?: ModelTokenizer | OwnTokenizer
  readonly provenance?: Provenance
}

/** Outcome of a compaction. Only the outcome `compacted` changes the memory. */
export type CompactionOutcome =
  | {
      readonly outcome: 'compacted'
      readonly entry: Extract<MemoryEntry, { kind: 'compact' }>
      /** Chunks that were summarized, by id. */
      readonly from: ReadonlyMap<string, MemoryChunk>
      /** Statements of a handler's summary that were dropped; empty for a function, whose text is not checked. */
      readonly refused: readonly RefusedStatement[]
      /** Size of the replaced chunks (`before`) and of the summary (`after`), in tokens. */
      readonly before: number
      readonly after: number
    }
  /** No chunk may be replaced by a summary. */
  | { readonly outcome: 'nothing' }
  /** `summarize` threw this error. */
  | { readonly outcome: 'failed'; readonly error: unknown }
  /** A handler's summary is malformed, or more than half of it is not confirmed by the chunks. */
  | { readonly outcome: 'refused'; readonly reason: string }
  /** `summarize` returned no text. */
  | { readonly outcome: 'empty' }
  /** The summary has at least as many tokens as the chunks that it would replace. */
  | { readonly outcome: 'longer'; readonly before: number; readonly after: number }
  /** While the summary was written, the chunks were changed, or another summary replaced some of them. */
  | { readonly outcome: 'stale' }

const summarizer: Check = (value, at) => {
  if (typeof value === 'function') return
  if (!isObject(value)) throw wrongValueError('a function that writes the summary, or a handler', value, at)
  summarizeHandler(value, at)
}

/** Form of the options of `compact`. */
export const compactionForm: OptionsForm<CompactionOptions> = {
  needs: { summarize: summarizer },
  takes: {
    keepRecent: countCheck('items'),
    id: text,
    compactedAt: number,
    tokenizer,
    provenance: object,
  },
}
