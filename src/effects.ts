/** Work that a compile asks for, such as summaries: who does it, and where its outcomes go. */

export { cacheGone } from './compile/explicit-cache/cache-gone.ts'
export { type ResolveWantsOptions, resolveWants } from './compile/later/resolve-wants.ts'
export { type DeleteCachesOptions, deleteCaches } from './effect/cache/delete-caches.ts'
export type { CacheHandler, CacheInput, CacheOutput, CachePrices } from './effect/cache/handler.ts'
export type { Continuation } from './effect/continuation.ts'
export type { Effect, EffectInputs, EffectOf } from './effect/effect.ts'
export type { EffectHandler, HandlerContext } from './effect/effect-handler.ts'
export type { ExtractHandler, ExtractInput } from './effect/extract/handler.ts'
export type { Effects, EmbedHandler, EmbedInput } from './effect/handler.ts'
export type {
  SummarizeHandler,
  SummarizeInput,
  SummarizeMessage,
  SummarizeOutput,
  SummaryStatement,
} from './effect/summarize/handler.ts'
export type { CachedPrefix, Compaction, EffectKind, EffectOutcome } from './ir/event.ts'
export { type ModelEffectsOptions, modelEffects } from './models/effects/model-effects.ts'
