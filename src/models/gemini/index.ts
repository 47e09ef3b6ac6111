export type { ModelCall, ModelClient, ModelPart } from '../model-client.ts'
export { type ContentClient, geminiModel } from './gemini-model.ts'
