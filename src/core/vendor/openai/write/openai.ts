/**
 * Types of a Responses API request, assignable to the official client's types.
 *
 * @example
 * import { compile } from 'ctxc'
 * import { fromOpenAIResponses } from 'ctxc/from/openai-responses'
 * import type { InputItem, ResponsesRequest } from 'ctxc/target/openai'
 *
 * const { request } = await compile(fromOpenAIResponses({ input: 'Hello' }), { model: 'gpt-5.4' })
 * const body: ResponsesRequest | null = request
 * const items: readonly InputItem[] = body?.input ?? []
 * console.log(items.length)
 */
export type {
  Annotation,
  CustomToolCall,
  CustomToolCallOutput,
  FunctionCall,
  FunctionCallOutput,
  InputContent,
  InputItem,
  InputMessage,
  OutputContent,
  OutputMessage,
  ReasoningItem,
  ResponsesRequest,
  ResponsesTool,
} from './responses/request.ts'
export type { CacheBreakpoint } from './shared/cache.ts'
