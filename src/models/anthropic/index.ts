export type { ModelCall, ModelClient, ModelPart } from '../model-client.ts'
export { type AnthropicModelOptions, anthropicModel, type MessagesClient } from './anthropic-model.ts'
