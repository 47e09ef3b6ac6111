export type { CompactHandler, CompactInput } from '../../../core/effect/compact/handler.ts'
export type { ModelCall, ModelClient, ModelPart } from '../../models/model-client.ts'
export { type AnthropicModelOptions, anthropicModel, type MessagesClient } from './client.ts'
export { type AnthropicCompactionOptions, anthropicCompaction } from './compaction.ts'
