import { fromAnthropic } from '../from/anthropic.ts'
import type { Conversation } from '../from/conversation.ts'
import { fromGemini } from '../from/gemini.ts'
import { fromOpenAI } from '../from/openai.ts'
import { fromOpenAIResponses } from '../from/openai-responses.ts'
import { list, number, object, type Raw, string } from '../from/read.ts'
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

/** Recognises whose response it is; null for an error, and for anything that is no response. */
export function responseForm(response: unknown): ResponseForm | null {
  const raw = object(response)
  if (Array.isArray(raw.choices)) return chat(raw)
  if (Array.isArray(raw.output)) return responses(raw)
  if (Array.isArray(raw.content)) return messages(raw)
  return Array.isArray(raw.candidates) || raw.usageMetadata !== undefined ? generateContent(raw) : null
}
