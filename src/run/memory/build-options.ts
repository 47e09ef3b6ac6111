import { listOf, oneOf, share, text, trueOrFalse } from '../../core/form/check.ts'
import { acceptAnyValue, type OptionsForm } from '../../core/form/options.ts'
import { countCheck } from '../../core/form/quantities.ts'
import type { Plan } from '../../core/ir/plan.ts'
import { ChunkType } from './chunk.ts'
import { type ModelTokenizer, type OwnTokenizer, tokenizer } from './tokenizer.ts'

/** Selection of the chunks to show. A call whose result is not selected still has a status in its tag. */
export interface Selection {
  /** Whether to show SYSTEM chunks; default: true. */
  readonly includeSystem?: boolean
  /** Whether to show ENVIRONMENT chunks, such as tool results; default: true. */
  readonly includeEnvironment?: boolean
  readonly excludeTypes?: readonly ChunkType[]
  /** Ids of the only chunks, or children of chunks, to show. */
  readonly includeOnlyChunkIds?: readonly string[]
}

/** Options of `build`. */
export interface ContextBuildOptions extends Selection {
  /** Maximum number of tokens of all messages together. */
  readonly maxTokens?: number
  /**
   * Share of `maxTokens`, from 0 to 1, to which the messages are trimmed if they exceed `maxTokens`. Default without
   * `plan`: 1, so that as many chunks as possible are shown. Default with `plan`: 0.5, so that the next builds need no
   * trimming and share a prefix.
   */
  readonly low?: number
  /** Tokenizer used instead of the builder's. */
  readonly tokenizer?: ModelTokenizer | OwnTokenizer
  /** Text that is placed before all chunks, unchanged. */
  readonly systemPrompt?: string
  /** Whether each tag contains the id of its chunk; default: true. */
  readonly ids?: boolean
  /** Plan of the thread's last build (`result.compiled.plan`), so that both builds' messages share a prefix. */
  readonly plan?: Plan | null
}

/** Checks of the options of `build`. */
export const buildForm: OptionsForm<ContextBuildOptions> = {
  takes: {
    maxTokens: countCheck('tokens'),
    low: share,
    tokenizer,
    systemPrompt: text,
    ids: trueOrFalse,
    // Any value is accepted here, because `build` reports and ignores an invalid plan.
    plan: acceptAnyValue,
    includeSystem: trueOrFalse,
    includeEnvironment: trueOrFalse,
    excludeTypes: listOf(oneOf(Object.keys(ChunkType))),
    includeOnlyChunkIds: listOf(text),
  },
}
