export type { ModelCall, ModelClient, ModelPart } from '../../models/model-client.ts'
export { type AnthropicModelOptions, anthropicModel, type MessagesClient } from './client.ts'
