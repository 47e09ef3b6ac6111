/**
 * Types of a Chat Completions request, assignable to the official client's types.
 *
 * @example
 * import { compile } from 'ctxc'
 * import { fromOpenAI } from 'ctxc/from/openai'
 * import type { ChatMessage, ChatRequest } from 'ctxc/target/openai-chat'
 *
 * const { request } = await compile(fromOpenAI([{ role: 'user', content: 'Hello' }]), { model: 'gpt-5.4' })
 * const body: ChatRequest | null = request
 * const messages: readonly ChatMessage[] = body?.messages ?? []
 * console.log(messages.length)
 */

export type {
  AssistantMessage,
  ChatMessage,
  ChatRequest,
  ChatTool,
  SystemMessage,
  TextPart,
  ToolCall,
  ToolMessage,
  UserMessage,
  UserPart,
} from './chat/request.ts'
export type { CacheBreakpoint } from './shared/cache.ts'
