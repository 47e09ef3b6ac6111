import type { MessagesInput } from '../../../from/conversation.ts'

/** Request of Chat Completions or Responses, or a list of its messages or items. */
export type OpenAIInput =
  | MessagesInput
  | { readonly input?: string | readonly object[] | undefined; readonly messages?: never }

export type ResponsesPart = 'input_text' | 'output_text' | 'input_image' | 'input_file'

/** Item that exists only in the Responses API. */
export type ResponsesItem =
  | { readonly call_id: unknown }
  | {
      readonly type:
        | 'reasoning'
        | 'item_reference'
        | 'compaction'
        | `${string}_call`
        | `${string}_call_output`
    }
  | { readonly content: readonly { readonly type: ResponsesPart }[] }

export type Either = 'openai-chat' | 'openai'

/** Whether the keys of an object type are unknown. */
export type IsOpen<Element> = object extends Element ? true : string extends keyof Element ? true : false

export type FormatOfElement<Element> =
  IsOpen<Element> extends true
    ? Either
    : [Extract<Element, ResponsesItem>] extends [never]
      ? 'openai-chat'
      : 'openai'

/** Format of an input, inferred from its type; a union of both formats if the type fits both. */
export type OpenAIFormat<Input> = [Input] extends [never]
  ? Either
  : Input extends readonly (infer Element)[]
    ? FormatOfElement<Element>
    : Input extends { readonly messages: unknown }
      ? 'openai-chat'
      : 'openai'
