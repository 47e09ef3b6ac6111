export type { ModelCall, ModelClient, ModelPart } from '../model-client.ts'
export { anthropicModel, type MessagesClient } from './anthropic-model.ts'
