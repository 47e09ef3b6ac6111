import type { CacheBreakpoint } from '../shared/cache.ts'

export type InputContent =
  | { type: 'input_text'; text: string; prompt_cache_breakpoint?: CacheBreakpoint }
  | {
      type: 'input_image'
      prompt_cache_breakpoint?: CacheBreakpoint
      detail: 'low' | 'high' | 'auto' | 'original'
      image_url?: string | null
      file_id?: string | null
    }
  | {
      type: 'input_file'
      file_data?: string
      file_id?: string | null
      file_url?: string
      filename?: string
      prompt_cache_breakpoint?: CacheBreakpoint
    }

/** Message of one role. An answer that was imported without an id also has this form. */
export interface InputMessage {
  type?: 'message'
  role: 'user' | 'system' | 'developer' | 'assistant'
  content: string | InputContent[]
  phase?: 'commentary' | 'final_answer' | null
}

/** Source that an answer cites. */
export type Annotation =
  | { type: 'file_citation'; file_id: string; filename: string; index: number }
  | { type: 'url_citation'; url: string; title: string; start_index: number; end_index: number }
  | {
      type: 'container_file_citation'
      container_id: string
      file_id: string
      filename: string
      start_index: number
      end_index: number
    }
  | { type: 'file_path'; file_id: string; index: number }

export type OutputContent =
  | { type: 'output_text'; text: string; annotations: Annotation[] }
  | { type: 'refusal'; refusal: string }

/** Answer in the API's own form, with its id. */
export interface OutputMessage {
  type: 'message'
  id: string
  role: 'assistant'
  status: 'in_progress' | 'completed' | 'incomplete'
  content: OutputContent[]
  phase?: 'commentary' | 'final_answer' | null
}

export interface ReasoningItem {
  type: 'reasoning'
  id: string
  summary: Array<{ type: 'summary_text'; text: string }>
  encrypted_content?: string | null
}

export interface FunctionCall {
  type: 'function_call'
  call_id: string
  name: string
  arguments: string
  id?: string
}

export interface FunctionCallOutput {
  type: 'function_call_output'
  call_id: string
  output: string | InputContent[]
}

export interface CustomToolCall {
  type: 'custom_tool_call'
  call_id: string
  name: string
  input: string
  id?: string
}

export interface CustomToolCallOutput {
  type: 'custom_tool_call_output'
  call_id: string
  output: string | InputContent[]
}

export type InputItem =
  | InputMessage
  | OutputMessage
  | ReasoningItem
  | FunctionCall
  | FunctionCallOutput
  | CustomToolCall
  | CustomToolCallOutput

export interface ResponsesTool {
  type: 'function'
  name: string
  description?: string | null
  parameters: Record<string, unknown> | null
  strict: boolean | null
}

/** Body of `POST /v1/responses`. Imported items and fields that these types do not declare are sent unchanged. */
export interface ResponsesRequest {
  /** Omitted only when compiling without a model. */
  model: string
  instructions?: string
  input: InputItem[]
  tools?: ResponsesTool[]
  tool_choice?:
    | 'none'
    | 'auto'
    | 'required'
    | { type: 'function'; name: string }
    | { type: 'allowed_tools'; mode: 'auto' | 'required'; tools: Record<string, unknown>[] }
  parallel_tool_calls?: boolean
  temperature?: number
  top_p?: number
  max_output_tokens?: number
  reasoning?: { effort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | null }
  text?: {
    format?: {
      type: 'json_schema'
      name: string
      description?: string
      schema: Record<string, unknown>
      strict?: boolean | null
    }
  }
  context_management?: { type: 'compaction'; compact_threshold: number }[]
}
