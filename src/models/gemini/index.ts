export type { CacheHandler, CacheInput, CacheOutput, CachePrices } from '../../effect/cache/handler.ts'
export type { ModelCall, ModelClient, ModelPart } from '../model-client.ts'
export { type CacheClient, type GeminiCachesOptions, geminiCaches } from './gemini-caches.ts'
export { type ContentClient, geminiModel } from './gemini-model.ts'
