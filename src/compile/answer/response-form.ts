import { fromAISDK } from '../../from/ai-sdk.ts'
import { fromAnthropic } from '../../from/anthropic.ts'
import { fromGemini } from '../../from/gemini.ts'
import { fromOpenAI } from '../../from/openai.ts'
import { fromOpenAIResponses } from '../../from/openai-responses.ts'
import { json, list, number, object, type Raw, string } from '../../from/read.ts'
import type { Event, Usage } from '../../ir/event.ts'
import { isObject } from '../../ir/json.ts'
import type { TargetName } from '../../ir/target-name.ts'

/** Facts of a response that all providers give, each in its own form. */
export interface ResponseForm {
  /** The API whose response it is; null where none is known. */
  readonly format: TargetName | null
  readonly id: string
  /** The model that the response names; '' where it names none. */
  readonly model: string
  /** Tokens that the response reports. */
  readonly usage: Omit<Usage, 'model'> | null
  /** Whether the provider says that it goes on with the turn in the next response; null where it does not say. */
  readonly isPaused: boolean | null
  /** Reads the answer with its format's importer. */
  read(model: string): readonly Event[]
}

const sum = (raw: Raw, ...fields: readonly string[]): number =>
  fields.reduce((total, field) => total + (number(raw[field]) ?? 0), 0)

function usageOf(
  reported: unknown,
  input: readonly string[],
  output: readonly string[],
): ResponseForm['usage'] {
  const raw = object(reported)
  if (![...input, ...output].some(field => number(raw[field]) !== undefined)) return null
  return { inputTokens: sum(raw, ...input), outputTokens: sum(raw, ...output) }
}

const options = (model: string): { readonly model?: string } => (model === '' ? {} : { model })

/** A response of Chat Completions, or of the API before it, whose choices are texts. */
export function chat(response: Raw): ResponseForm {
  const [choice] = list(response.choices)
  const { message, text, delta } = object(choice)
  const said = message ?? (typeof text === 'string' ? { content: text } : delta)
  return {
    ...chatMessages(isObject(said) ? [{ ...said, role: 'assistant' }] : []),
    id: string(response.id),
    model: string(response.model),
    usage: usageOf(response.usage, ['prompt_tokens'], ['completion_tokens']),
  }
}

/** Messages of Chat Completions. */
export const chatMessages = (messages: readonly object[]): ResponseForm => ({
  format: 'openai-chat',
  ...bare,
  read: model => fromOpenAI(messages, options(model)).session.events,
})

/** A response of the Responses API. */
export function responses(response: Raw): ResponseForm {
  const items = list(response.output) as readonly object[]
  return {
    ...bare,
    format: 'openai',
    id: string(response.id),
    model: string(response.model),
    usage: usageOf(response.usage, ['input_tokens'], ['output_tokens']),
    read: model => fromOpenAIResponses(items, options(model)).session.events,
  }
}

/** A response of the Messages API. */
export function messages(response: Raw): ResponseForm {
  return {
    ...anthropicMessages([{ role: 'assistant', content: response.content }]),
    id: string(response.id),
    model: string(response.model),
    usage: usageOf(
      response.usage,
      ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'],
      ['output_tokens'],
    ),
    isPaused: typeof response.stop_reason === 'string' ? response.stop_reason === 'pause_turn' : null,
  }
}

/** Messages of the Messages API. */
export const anthropicMessages = (taken: readonly object[]): ResponseForm => ({
  format: 'anthropic',
  ...bare,
  read: model => fromAnthropic(taken, options(model)).session.events,
})

/** Messages of the AI SDK. */
export const sdkMessages = (taken: readonly object[]): ResponseForm => ({
  ...bare,
  format: 'ai-sdk',
  read: model => fromAISDK({ messages: taken } as never, options(model)).session.events,
})

/** A response of generateContent. */
export function generateContent(response: Raw): ResponseForm {
  const [candidate] = list(response.candidates)
  const { parts } = object(object(candidate).content)
  return {
    ...contents(parts === undefined ? [] : [{ role: 'model', parts }]),
    id: string(response.responseId),
    model: string(response.modelVersion),
    usage: usageOf(
      response.usageMetadata,
      ['promptTokenCount', 'toolUsePromptTokenCount'],
      ['candidatesTokenCount', 'thoughtsTokenCount'],
    ),
  }
}

/** Contents of generateContent; the model's where they do not say whose they are. */
export const contents = (taken: readonly object[]): ResponseForm => ({
  format: 'gemini',
  ...bare,
  read: model => fromGemini(taken.map(asModels), options(model)).session.events,
})

const asModels = (content: object): object =>
  (content as Raw).role == null ? { ...content, role: 'model' } : content

/** An answer in a form that nobody knows: kept as data. */
export const data = (given: object): ResponseForm => ({
  format: null,
  ...bare,
  read: () => [
    { seq: 0, author: 'agent', branch: '', response: '', parts: [{ kind: 'data', value: json(given) }] },
  ],
})

/** Facts of a whole response that a part of one does not have. */
const bare = { id: '', model: '', usage: null, isPaused: null } as const
