export { type ADKInput, fromADK } from './core/from/adk/adk.ts'
export type {
  ContentsInput,
  Conversation,
  ImportOptions,
  ItemsInput,
  ListElement,
  MessagesInput,
} from './core/from/conversation.ts'
export { fromLangChain, type LangChainInput } from './core/from/langchain/langchain.ts'
export type { ConversationFormat } from './core/from/message-format.ts'
export type { ForeignKeys, KeysOf, MessageOf, Own } from './core/from/neighbours.ts'
export { fromPlain, type PlainInput } from './core/from/plain/plain.ts'
export type { FormatName } from './core/ir/extra.ts'
export { fromAISDK } from './core/vendor/ai-sdk/read/ai-sdk.ts'
export { fromAnthropic } from './core/vendor/anthropic/read/anthropic.ts'
export { fromGemini } from './core/vendor/gemini/read/gemini.ts'
export { importConversation } from './core/vendor/import-conversation.ts'
export type {
  Either,
  FormatOfElement,
  IsOpen,
  OpenAIFormat,
  OpenAIInput,
  ResponsesItem,
  ResponsesPart,
} from './core/vendor/openai/read/format.ts'
export { fromOpenAI } from './core/vendor/openai/read/openai.ts'
export { fromOpenAIResponses } from './core/vendor/openai/read/openai-responses.ts'
