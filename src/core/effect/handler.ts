import type { CacheHandler } from './cache/handler.ts'
import type { CompactHandler } from './compact/handler.ts'
import type { CountHandler } from './count/handler.ts'
import type { EffectHandler } from './effect-handler.ts'
import type { ExtractHandler } from './extract/handler.ts'
import type { SummarizeHandler } from './summarize/handler.ts'

/** Texts to embed. The list is frozen, so copy it before you change it. */
export interface EmbedInput {
  readonly texts: readonly string[]
}

/**
 * Handler that turns texts into vectors, so that texts of similar meaning have similar vectors. It returns one vector
 * for each text, in order. All vectors have the same length, and none may be all 0.
 *
 * @example
 * import type { EmbedHandler } from 'ctxc/effects'
 *
 * // Of the AI SDK: ({ texts }, { signal }) => embedMany({ model, values: [...texts], abortSignal: signal })
 * const byLetters: EmbedHandler = {
 *   id: 'letters',
 *   run: async ({ texts }) => texts.map(text => [...'etaoin'].map(letter => 1 + text.split(letter).length)),
 * }
 */
export interface EmbedHandler
  extends EffectHandler<EmbedInput, readonly (readonly number[] | Float32Array)[]> {
  /** Maximum number of texts in one call; 100 by default. */
  readonly batch?: number
}

/** Handlers of external work for the compiler. Work without a handler is skipped. */
export interface Effects {
  readonly embed?: EmbedHandler
  readonly summarize?: SummarizeHandler
  readonly extract?: ExtractHandler
  readonly cache?: CacheHandler
  readonly compact?: CompactHandler
  readonly count?: CountHandler
  /** Maximum number of concurrent calls of handlers; 4 by default. */
  readonly concurrency?: number
}
