import { listOf, oneOf, share, text, trueOrFalse } from '../../core/form/check.ts'
import { anything, type OptionsForm } from '../../core/form/options.ts'
import { numberOf } from '../../core/form/quantities.ts'
import type { Plan } from '../../core/ir/plan.ts'
import { ChunkType } from './chunk.ts'
import { type ModelTokenizer, type OwnTokenizer, tokenizer } from './tokenizer.ts'

/** Selection of the chunks to show. A call without its selected result keeps its status, `completed` or `failed`. */
export interface Selection {
  /** Whether to show SYSTEM chunks; default: true. */
  readonly includeSystem?: boolean
  /** Whether to show ENVIRONMENT chunks, such as tool results; default: true. */
  readonly includeEnvironment?: boolean
  readonly excludeTypes?: readonly ChunkType[]
  /** Ids of the chunks, or children of chunks, to show; all others are excluded. */
  readonly includeOnlyChunkIds?: readonly string[]
}

/** Options of `build`. */
export interface ContextBuildOptions extends Selection {
  /** Upper bound on the tokens of all messages together. */
  readonly maxTokens?: number
  /**
   * Share of `maxTokens` that trimming leaves, from 0 to 1. Default: 1 without a plan, so that the newest
   * chunks fill the room, and 0.5 with one, so that the messages share a prefix for a while.
   */
  readonly low?: number
  /** Tokenizer used instead of the builder's. */
  readonly tokenizer?: ModelTokenizer | OwnTokenizer
  /** Text that is placed first, unchanged. */
  readonly systemPrompt?: string
  /** Whether each tag contains the id of its chunk; default: true. */
  readonly ids?: boolean
  /** Plan of the thread's last build (`result.compiled.plan`), so that the messages share a prefix with that build. */
  readonly plan?: Plan | null
}

/** Form of the options of `build`. */
export const buildForm: OptionsForm<ContextBuildOptions> = {
  takes: {
    maxTokens: numberOf('tokens'),
    low: share,
    tokenizer,
    systemPrompt: text,
    ids: trueOrFalse,
    // `build` reports and ignores an invalid plan.
    plan: anything,
    includeSystem: trueOrFalse,
    includeEnvironment: trueOrFalse,
    excludeTypes: listOf(oneOf(Object.keys(ChunkType))),
    includeOnlyChunkIds: listOf(text),
  },
}
