/**
 * Types of a request for `generateText` and `streamText`, assignable to the AI SDK's own types.
 *
 * @example
 * import { compile } from 'ctxc'
 * import { fromAISDK } from 'ctxc/from/ai-sdk'
 * import type { AISDKRequest, ModelMessage } from 'ctxc/target/ai-sdk'
 *
 * const { request } = await compile(fromAISDK([{ role: 'user', content: 'Hello' }]), { model: 'claude-sonnet-5' })
 * const options: AISDKRequest | null = request
 * const messages: readonly ModelMessage[] = options?.messages ?? []
 * console.log(messages.length)
 */
export type {
  AISDKRequest,
  AssistantMessage,
  AssistantPart,
  FileData,
  FilePart,
  ModelMessage,
  ProviderOptions,
  ReasoningLevel,
  ReasoningPart,
  ResultPiece,
  SystemMessage,
  TextPart,
  ToolCallPart,
  ToolDeclaration,
  ToolMessage,
  ToolResultOutput,
  ToolResultPart,
  ToolSchema,
  UserMessage,
  UserPart,
  WireJson,
} from './request.ts'
