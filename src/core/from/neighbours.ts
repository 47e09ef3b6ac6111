/** Message type of an input, which is a list of messages or a request with a list of messages. */
export type MessageOf<Input> = Input extends readonly (infer Message)[]
  ? Message
  : Input extends
        | { readonly messages: readonly (infer Message)[] }
        | { readonly input: readonly (infer Message)[] }
        | { readonly contents: readonly (infer Message)[] }
    ? Message
    : never

/** Known keys of a message type; `never` if messages may have any key. */
export type KeysOf<Message> = Message extends object
  ? string extends keyof Message
    ? never
    : keyof Message
  : never

/** Keys that messages of other formats have, but messages of this format never have, by format. */
export interface ForeignKeys {
  openai: 'parts' | 'toolInvocations' | 'lc_namespace' | 'invocationId' | 'providerOptions'
  responses: ForeignKeys['openai'] | 'tool_calls' | 'tool_call_id'
  anthropic: ForeignKeys['responses'] | 'call_id'
  gemini: 'content' | 'toolInvocations' | 'providerOptions' | 'tool_calls' | 'tool_call_id' | 'call_id'
  'ai-sdk': 'lc_namespace' | 'invocationId' | 'tool_calls' | 'tool_call_id' | 'call_id'
  langchain: 'parts' | 'toolInvocations' | 'invocationId' | 'call_id'
  adk: 'parts' | 'toolInvocations' | 'lc_namespace' | 'tool_calls' | 'tool_call_id' | 'call_id'
  text: Exclude<ForeignKeys['openai'], 'providerOptions'> | 'call_id'
}

/**
 * Check of an input's type. Any input is accepted, unless it has a key of another format. The type error then names the
 * key.
 */
export type Own<Input, Format extends keyof ForeignKeys> = [
  Extract<KeysOf<MessageOf<Input>>, ForeignKeys[Format]>,
] extends [never]
  ? unknown
  : {
      readonly otherFormat: `messages with '${Extract<KeysOf<MessageOf<Input>>, ForeignKeys[Format]> & string}' are for another importer`
    }
