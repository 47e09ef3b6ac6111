import type { CacheBreakpoint } from '../shared/cache.ts'

export interface TextPart {
  type: 'text'
  text: string
  prompt_cache_breakpoint?: CacheBreakpoint
}

export type UserPart =
  | TextPart
  | {
      type: 'image_url'
      image_url: { url: string; detail?: 'auto' | 'low' | 'high' }
      prompt_cache_breakpoint?: CacheBreakpoint
    }
  | {
      type: 'input_audio'
      input_audio: { data: string; format: 'wav' | 'mp3' }
      prompt_cache_breakpoint?: CacheBreakpoint
    }
  | {
      type: 'file'
      file: { file_id?: string; file_data?: string; filename?: string }
      prompt_cache_breakpoint?: CacheBreakpoint
    }

export type ToolCall =
  | { id: string; type: 'function'; function: { name: string; arguments: string } }
  | { id: string; type: 'custom'; custom: { name: string; input: string } }

export interface SystemMessage {
  role: 'system' | 'developer'
  content: string | TextPart[]
  name?: string
}

export interface UserMessage {
  role: 'user'
  content: string | UserPart[]
  name?: string
}

export interface AssistantMessage {
  role: 'assistant'
  content?: string | Array<TextPart | { type: 'refusal'; refusal: string }> | null
  tool_calls?: ToolCall[]
  /** Spoken answer of the model, by its id. */
  audio?: { id: string }
  name?: string
}

export interface ToolMessage {
  role: 'tool'
  tool_call_id: string
  content: string | TextPart[]
}

export type ChatMessage = SystemMessage | UserMessage | AssistantMessage | ToolMessage

export interface ChatTool {
  type: 'function'
  function: {
    name: string
    description?: string
    parameters?: Record<string, unknown>
    strict?: boolean | null
  }
}

/** Body of `POST /v1/chat/completions`. Imported fields that these types do not declare are sent unchanged. */
export interface ChatRequest {
  /** Omitted only when compiling without a model. */
  model: string
  messages: ChatMessage[]
  tools?: ChatTool[]
  tool_choice?: 'none' | 'auto' | 'required' | { type: 'function'; function: { name: string } }
  parallel_tool_calls?: boolean
  temperature?: number
  top_p?: number
  max_completion_tokens?: number
  stop?: string[]
  seed?: number
  presence_penalty?: number
  frequency_penalty?: number
  reasoning_effort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh'
  response_format?: {
    type: 'json_schema'
    json_schema: {
      name: string
      description?: string
      schema?: Record<string, unknown>
      strict?: boolean | null
    }
  }
}
