/** Someone's words. */
export interface TextMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

/** Roles and words, which every chat template takes: a system message at most, then user and assistant in turn. */
export interface TextRequest {
  /** Left out when compiling without a model. */
  model?: string
  messages: TextMessage[]
}
