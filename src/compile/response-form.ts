import { fromAnthropic } from '../from/anthropic.ts'
import type { Conversation } from '../from/conversation.ts'
import { fromGemini } from '../from/gemini.ts'
import { fromOpenAI } from '../from/openai.ts'
import { fromOpenAIResponses } from '../from/openai-responses.ts'
import { list, number, object, type Raw, string } from '../from/read.ts'
import { isObject } from '../ir/json.ts'
import type { TargetName } from '../ir/target-name.ts'
import type { Usage } from '../session/event.ts'

/** Facts of a response that all providers give, each in its own form. */
export interface ResponseForm {
  readonly format: TargetName
  readonly id: string
  /** The model that the response names; '' where it names none. */
  readonly model: string
  /** Tokens that the response reports. */
  readonly usage: Omit<Usage, 'model'> | null
  /** Reads the answer with its format's importer. */
  read(model: string): Conversation
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

function chat(response: Raw): ResponseForm {
  const [choice] = list(response.choices)
  const { message } = object(choice)
  const messages = message === undefined ? [] : [{ ...object(message), role: 'assistant' }]
  return {
    format: 'openai-chat',
    id: string(response.id),
    model: string(response.model),
    usage: usageOf(response.usage, ['prompt_tokens'], ['completion_tokens']),
    read: model => fromOpenAI(messages, options(model)),
  }
}

function responses(response: Raw): ResponseForm {
  const items = list(response.output) as readonly object[]
  return {
    format: 'openai',
    id: string(response.id),
    model: string(response.model),
    usage: usageOf(response.usage, ['input_tokens'], ['output_tokens']),
    read: model => fromOpenAIResponses(items, options(model)),
  }
}

function messages(response: Raw): ResponseForm {
  return {
    format: 'anthropic',
    id: string(response.id),
    model: string(response.model),
    usage: usageOf(
      response.usage,
      ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'],
      ['output_tokens'],
    ),
    read: model => fromAnthropic([{ role: 'assistant', content: response.content }], options(model)),
  }
}

function generateContent(response: Raw): ResponseForm {
  const [candidate] = list(response.candidates)
  const { parts } = object(object(candidate).content)
  const contents = parts === undefined ? [] : [{ role: 'model', parts }]
  return {
    format: 'gemini',
    id: string(response.responseId),
    model: string(response.modelVersion),
    usage: usageOf(
      response.usageMetadata,
      ['promptTokenCount', 'toolUsePromptTokenCount'],
      ['candidatesTokenCount', 'thoughtsTokenCount'],
    ),
    read: model => fromGemini(contents, options(model)),
  }
}

/** Messages or output items that were taken out of a response. */
function taken(messages: readonly object[]): ResponseForm {
  const isGemini = messages.some(message => Array.isArray((message as Raw).parts))
  const isResponses = messages.some(message => typeof (message as Raw).type === 'string')
  const format = isGemini ? 'gemini' : isResponses ? 'openai' : 'openai-chat'
  const read = (model: string): Conversation => {
    if (isGemini) return fromGemini(messages, options(model))
    return isResponses ? fromOpenAIResponses(messages, options(model)) : fromOpenAI(messages, options(model))
  }
  return { format, id: '', model: '', usage: null, read }
}

/** Recognises what clients put around a response, and what programs take out of one. */
function around(response: unknown, raw: Raw): ResponseForm | null {
  if (Array.isArray(response)) {
    const items = response.filter(isObject)
    const isAnswer = items.some(item => ['assistant', 'model'].includes(String(item.role)) || isItem(item))
    return isAnswer ? taken(items) : null
  }
  if (raw.role === 'assistant' || raw.role === 'model') return taken([raw])
  const inner = [raw.message, raw.response, raw.data].find(isObject)
  return inner === undefined ? null : responseForm(inner)
}

const isItem = ({ type }: Raw): boolean => type === 'function_call' || type === 'custom_tool_call'

/** Recognises whose response it is; null for an error, and for anything that is no response. */
export function responseForm(response: unknown): ResponseForm | null {
  const raw = object(response)
  if (Array.isArray(raw.choices)) return chat(raw)
  if (Array.isArray(raw.output)) return responses(raw)
  if (Array.isArray(raw.content)) return messages(raw)
  if (Array.isArray(raw.candidates) || raw.usageMetadata !== undefined) return generateContent(raw)
  return around(response, raw)
}
