/** Any JSON value, as the AI SDK's types define it. */
export type WireJson = null | string | number | boolean | WireJson[] | { [key: string]: WireJson | undefined }

/** Fields for single providers, by provider name: signatures, item ids, cache marks. */
export interface ProviderOptions {
  [provider: string]: { [key: string]: WireJson | undefined }
}

export interface TextPart {
  type: 'text'
  text: string
  providerOptions?: ProviderOptions
}

/** Data of a file: base64 or a URL as a string; a text or a file stored at a provider as an object. */
export type FileData =
  | string
  | { type: 'text'; text: string }
  | { type: 'reference'; reference: Record<string, string> }

export interface FilePart {
  type: 'file'
  data: FileData
  mediaType: string
  filename?: string
  providerOptions?: ProviderOptions
}

export interface ReasoningPart {
  type: 'reasoning'
  text: string
  providerOptions?: ProviderOptions
}

export interface ToolCallPart {
  type: 'tool-call'
  toolCallId: string
  toolName: string
  input: unknown
  providerOptions?: ProviderOptions
  /** Set if the provider runs its own tool. */
  providerExecuted?: boolean
}

/** One piece of a tool result that consists of several pieces. */
export type ResultPiece =
  | { type: 'text'; text: string; providerOptions?: ProviderOptions }
  | { type: 'file-url'; url: string; mediaType: string; providerOptions?: ProviderOptions }
  | { type: 'custom'; providerOptions?: ProviderOptions }
  | {
      type: 'file'
      data:
        | { type: 'data'; data: string }
        | { type: 'text'; text: string }
        | { type: 'reference'; reference: Record<string, string> }
      mediaType: string
      filename?: string
      providerOptions?: ProviderOptions
    }

export type ToolResultOutput =
  | { type: 'text'; value: string; providerOptions?: ProviderOptions }
  | { type: 'json'; value: WireJson; providerOptions?: ProviderOptions }
  | { type: 'error-text'; value: string; providerOptions?: ProviderOptions }
  | { type: 'error-json'; value: WireJson; providerOptions?: ProviderOptions }
  | { type: 'execution-denied'; reason?: string; providerOptions?: ProviderOptions }
  | { type: 'content'; value: ResultPiece[] }

export interface ToolResultPart {
  type: 'tool-result'
  toolCallId: string
  toolName: string
  output: ToolResultOutput
  providerOptions?: ProviderOptions
}

export interface SystemMessage {
  role: 'system'
  content: string
  providerOptions?: ProviderOptions
}

export type UserPart = TextPart | FilePart

export interface UserMessage {
  role: 'user'
  content: string | UserPart[]
  providerOptions?: ProviderOptions
}

export type AssistantPart = TextPart | FilePart | ReasoningPart | ToolCallPart | ToolResultPart

export interface AssistantMessage {
  role: 'assistant'
  content: string | AssistantPart[]
  providerOptions?: ProviderOptions
}

export interface ToolMessage {
  role: 'tool'
  content: ToolResultPart[]
  providerOptions?: ProviderOptions
}

/** Message that `generateText` and `streamText` accept. */
export type ModelMessage = SystemMessage | UserMessage | AssistantMessage | ToolMessage

/** JSON Schema, wrapped so that the AI SDK accepts it as its own. */
export interface ToolSchema {
  readonly jsonSchema: Record<string, unknown>
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => { readonly value: unknown }
  }
}

/** Declared tool. An imported tool keeps its `execute`; a declaration that ctxc adds has none. */
export interface ToolDeclaration {
  description?: string
  inputSchema: ToolSchema
  strict?: boolean
  providerOptions?: ProviderOptions
}

/** Reasoning effort, by the AI SDK's names. */
export type ReasoningLevel =
  | 'provider-default'
  | 'none'
  | 'minimal'
  | 'low'
  | 'medium'
  | 'high'
  | 'xhigh'
  | 'max'

/**
 * Options of `generateText` and `streamText` except the model, which the app adds: `generateText({ model, ...request
 * })`. Provider-specific parts that these types do not declare are sent unchanged.
 */
export interface AISDKRequest {
  /**
   * Instruction, under the name that versions 5 to 7 of the AI SDK read. A list (for several texts or cache marks)
   * requires version 6 or later.
   */
  system?: string | SystemMessage[]
  messages: ModelMessage[]
  /** Set if the messages contain a developer's system texts. */
  allowSystemInMessages?: boolean
  tools?: Record<string, ToolDeclaration>
  // biome-ignore lint/suspicious/noExplicitAny: `generateText` wants a name of its own `tools`, which may be other ones
  toolChoice?: 'auto' | 'none' | 'required' | { type: 'tool'; toolName: any }
  maxOutputTokens?: number
  temperature?: number
  topP?: number
  topK?: number
  presencePenalty?: number
  frequencyPenalty?: number
  stopSequences?: string[]
  seed?: number
  reasoning?: ReasoningLevel
  /** Format of the answer, as in a model's call options; `generateText` has `output` instead. */
  responseFormat?: { type: 'json'; schema?: Record<string, unknown>; name?: string; description?: string }
  providerOptions?: ProviderOptions
}
