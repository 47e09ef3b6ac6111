/** Message of one role. */
export interface TextMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

/** Roles and strings that every chat template takes: at most one system message, then user and assistant in turn. */
export interface TextRequest {
  /** Omitted when compiling without a model. */
  model?: string
  messages: TextMessage[]
}
