/** Message of one role. */
export interface TextMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

/** Request that every chat template accepts: at most one system message, then user and assistant in turn. */
export interface TextRequest {
  /** Omitted when compiling without a model. */
  model?: string
  messages: TextMessage[]
}
