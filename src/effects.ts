/** Work that a compile requests, such as summaries and caches: handlers, and functions that call the handlers. */

export { cacheGone } from './core/compile/explicit-cache/cache-gone.ts'
export { type ResolveWantsOptions, resolveWants } from './core/compile/later/resolve-wants.ts'
export { type DeleteCachesOptions, deleteCaches } from './core/effect/cache/delete-caches.ts'
export type { CacheHandler, CacheInput, CacheOutput, CachePrices } from './core/effect/cache/handler.ts'
export type { CompactHandler, CompactInput } from './core/effect/compact/handler.ts'
export type { Continuation } from './core/effect/continuation.ts'
export type { CountHandler, CountInput } from './core/effect/count/handler.ts'
export type { AskedCompaction, Effect, EffectInputs, EffectOf } from './core/effect/effect.ts'
export type { EffectHandler, HandlerContext } from './core/effect/effect-handler.ts'
export type { ExtractHandler, ExtractInput } from './core/effect/extract/handler.ts'
export type { Effects, EmbedHandler, EmbedInput } from './core/effect/handler.ts'
export type {
  SummarizeHandler,
  SummarizeInput,
  SummarizeMessage,
  SummarizeOutput,
  SummaryStatement,
} from './core/effect/summarize/handler.ts'
export type { CachedPrefix, Compaction, EffectKind, EffectOutcome } from './core/ir/event.ts'
export type { StoredCompaction } from './core/session/unit/stored-compaction.ts'
export { type ModelEffectsOptions, modelEffects } from './run/models/effects/model-effects.ts'
