import type { JsonObject } from '../../../ir/json.ts'

/** Cache mark. The API caches the request up to and including the marked block or tool. */
export interface CacheControl {
  type: 'ephemeral'
  ttl?: '5m' | '1h'
}

export interface TextBlock {
  type: 'text'
  text: string
  cache_control?: CacheControl | null
}

export interface ImageBlock {
  type: 'image'
  source:
    | { type: 'base64'; media_type: 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp'; data: string }
    | { type: 'url'; url: string }
  cache_control?: CacheControl | null
}

export interface DocumentBlock {
  type: 'document'
  source:
    | { type: 'base64'; media_type: 'application/pdf'; data: string }
    | { type: 'text'; media_type: 'text/plain'; data: string }
    | { type: 'url'; url: string }
  title?: string | null
  cache_control?: CacheControl | null
}

export interface ThinkingBlock {
  type: 'thinking'
  thinking: string
  signature: string
}

export interface RedactedThinkingBlock {
  type: 'redacted_thinking'
  data: string
}

export interface ToolUseBlock {
  type: 'tool_use'
  id: string
  name: string
  input: Record<string, unknown>
  cache_control?: CacheControl | null
}

export interface ToolResultBlock {
  type: 'tool_result'
  tool_use_id: string
  content?: string | Array<TextBlock | ImageBlock | DocumentBlock>
  is_error?: boolean
  cache_control?: CacheControl | null
}

/** Content block of a message. */
export type ContentBlock =
  | TextBlock
  | ImageBlock
  | DocumentBlock
  | ThinkingBlock
  | RedactedThinkingBlock
  | ToolUseBlock
  | ToolResultBlock

export type Message =
  | { role: 'user' | 'assistant'; content: ContentBlock[] }
  /** Message in mid-conversation, only for models that support it. */
  | {
      role: 'system'
      /** Text; empty if the message only sets the effort. */
      content: TextBlock[]
      /** `next_user_message` if the model is shown the text only until the next user message. */
      clear_at?: 'next_user_message' | 'never'
      /** Effort from this message on. */
      output_config?: { effort?: 'low' | 'medium' | 'high' | 'xhigh' | 'max' }
    }

export interface ToolDeclaration {
  name: string
  description?: string
  input_schema: { type: 'object'; [key: string]: unknown }
  strict?: boolean
  cache_control?: CacheControl | null
}

export type ToolChoice =
  | { type: 'auto'; disable_parallel_tool_use?: boolean }
  | { type: 'any'; disable_parallel_tool_use?: boolean }
  | { type: 'tool'; name: string; disable_parallel_tool_use?: boolean }
  | { type: 'none' }

/** Body of `POST /v1/messages`. Imported blocks and fields that these types do not declare are sent unchanged. */
export interface AnthropicRequest {
  /** Omitted only when compiling without a model. */
  model: string
  max_tokens: number
  system?: TextBlock[]
  messages: Message[]
  tools?: ToolDeclaration[]
  tool_choice?: ToolChoice
  temperature?: number
  top_p?: number
  top_k?: number
  stop_sequences?: string[]
  output_config?: {
    effort?: 'low' | 'medium' | 'high' | 'xhigh' | 'max'
    format?: { type: 'json_schema'; schema: Record<string, unknown> }
  }
}

/** Schema of a tool without parameters. */
export const emptySchema: JsonObject = Object.freeze({ type: 'object', properties: {} })
