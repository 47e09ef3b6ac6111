export type { ModelCall, ModelClient, ModelPart } from '../model-client.ts'
export { type ChatClient, openaiChatModel } from './chat-model.ts'
export { openaiModel, type ResponsesClient } from './responses-model.ts'
