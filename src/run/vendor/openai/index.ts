export type { ModelCall, ModelClient, ModelPart } from '../../models/model-client.ts'
export { type ChatClient, openaiChatModel } from './chat-client.ts'
export { type OpenAIModelOptions, openaiModel, type ResponsesClient } from './responses-client.ts'
