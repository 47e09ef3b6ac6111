export type {
  CacheHandler,
  CacheInput,
  CacheOutput,
  CachePrices,
} from '../../../core/effect/cache/handler.ts'
export type { CountHandler, CountInput } from '../../../core/effect/count/handler.ts'
export type { ModelCall, ModelClient, ModelPart } from '../../models/model-client.ts'
export { type CacheClient, type GeminiCachesOptions, geminiCaches } from './caches.ts'
export { type ContentClient, geminiModel } from './client.ts'
export { type ContentCountClient, type GeminiCountsOptions, geminiCounts } from './counts.ts'
