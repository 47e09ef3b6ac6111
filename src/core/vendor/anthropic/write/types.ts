/**
 * Types of a Messages API request, assignable to the official client's types.
 *
 * @example
 * import { compile } from 'ctxc'
 * import { fromAnthropic } from 'ctxc/from/anthropic'
 * import type { AnthropicRequest, Message } from 'ctxc/target/anthropic'
 *
 * const conversation = fromAnthropic([{ role: 'user', content: 'Hello' }])
 * const { request } = await compile(conversation, { model: 'claude-sonnet-5' })
 * const body: AnthropicRequest | null = request
 * const messages: readonly Message[] = body?.messages ?? []
 * console.log(messages.length)
 */
export type {
  AnthropicRequest,
  CacheControl,
  ContentBlock,
  DocumentBlock,
  ImageBlock,
  Message,
  RedactedThinkingBlock,
  TextBlock,
  ThinkingBlock,
  ToolChoice,
  ToolDeclaration,
  ToolResultBlock,
  ToolUseBlock,
} from './request.ts'
