import { claudeFacts } from '../anthropic/facts.ts'
import type { ProviderFacts } from '../facts.ts'
import { type Fields, fieldsOf, isAbsentOrNull, textOfShape } from '../shape.ts'

/** Vendor whose message converter in the AI SDK translates a prompt. */
export type Converter = 'openai' | 'anthropic' | 'google' | 'unknown'

/** Rules of a vendor's converter, and of the API behind the converter, for a prompt. */
export interface PromptFacts {
  readonly converter: Converter
  /** Handling of later system messages: accepted anywhere, accepted only after a user message, or an error. */
  readonly lateSystem: 'any' | 'placed' | 'none'
  /** Whether the converter supports audio. */
  readonly sound: boolean
  /** Names of the tools whose input is plain text instead of JSON. */
  readonly textTools: ReadonlySet<string>
  /** Whether the server already has an earlier part of the history, so that the request continues it. */
  readonly chained: boolean
  /** Whether the model continues an unfinished answer at the end of the history. */
  readonly continues: boolean
  /** Whether the API needs text and tool calls in separate answers. */
  readonly textOrCalls: boolean
  /** Whether the request is sent to OpenAI's own Chat Completions API. */
  readonly chat: boolean
}

/** Returns the name of a model as `generateText` accepts it: an id with or without its provider, or an object. */
function modelNameOf(model: unknown): string {
  const { provider, modelId } = fieldsOf(model)
  return typeof model === 'string' ? model : [provider, modelId].map(textOfShape).filter(Boolean).join('/')
}

/**
 * AI SDK providers (such as Groq or OpenRouter) that convert messages themselves. The model's name does not tell which
 * vendor's rules apply to them. Source: the hosts' packages in vercel/ai.
 */
const hosts =
  /^(groq|ollama|litellm|openrouter|deepseek|mistral|xai|togetherai|fireworks|perplexity|cerebras|cohere)\b/

function converterOf(name: string): Converter {
  const [provider = '', id] = name.includes('/') ? [name, name.slice(name.lastIndexOf('/') + 1)] : ['', name]
  const bare = (id ?? '').replace(/^([a-z-]+\.)?(anthropic|openai|google)\./, '').replace(/^ft:/, '')
  if (hosts.test(provider) || bare.startsWith('gpt-oss')) return 'unknown'
  if (bare.startsWith('claude-')) return 'anthropic'
  if (bare.startsWith('gemini-')) return 'google'
  if (/^(gpt-|chatgpt-|chat-latest|o\d)/.test(bare)) return 'openai'
  if (/^(openai|azure)\b/.test(provider)) return 'openai'
  if (/\banthropic\b/.test(provider)) return 'anthropic'
  return /^(google|gemini|vertex)\b/.test(provider) ? 'google' : 'unknown'
}

/**
 * Models whose package sends `prefix: true` with an answer at the end. Source: @ai-sdk/mistral 4.0.87
 * convert-to-mistral-chat-messages.
 */
const continuing = /^(gateway\/)?mistral\b[^/]*\//

/**
 * Models whose package drops the text of answers with calls. Source: @ai-sdk/cohere 4.0.52
 * convert-to-cohere-chat-prompt.
 */
const splitting = /^(gateway\/)?cohere\b[^/]*\//

/** Whether an OpenAI model accepts audio: an audio model, or one on Chat Completions not known to reject audio. */
function acceptsAudio(name: string): boolean {
  if (/\.responses\//.test(name)) return false
  return (
    name.includes('audio') || (/\.chat\//.test(name) && !/(^|\/)(gpt-|chatgpt-|chat-latest|o\d)/.test(name))
  )
}

/** Returns the rules that apply to the prompt of a request, according to the request's model. */
export function promptFacts(request: Fields, overrides: Partial<ProviderFacts>): PromptFacts {
  const name = modelNameOf(request.model)
  const tools = Object.entries(fieldsOf(request.tools))
  const options = ['openai', 'azure'].map(key => fieldsOf(fieldsOf(request.providerOptions)[key]))
  const converter = converterOf(name)
  const claude = { ...claudeFacts(name.slice(name.lastIndexOf('/') + 1)), ...overrides }
  const placed = converter === 'anthropic' && claude.midSystem
  return {
    converter,
    lateSystem: converter === 'openai' ? 'any' : placed ? 'placed' : 'none',
    sound: converter === 'google' || (converter === 'openai' && acceptsAudio(name)),
    textTools: new Set(tools.filter(([, tool]) => fieldsOf(tool).id === 'openai.custom').map(([key]) => key)),
    chained: options.some(
      option => !isAbsentOrNull(option.previousResponseId) || !isAbsentOrNull(option.conversation),
    ),
    continues: continuing.test(name),
    textOrCalls: splitting.test(name),
    chat: /^(openai|azure)\.chat\/(gpt-|o\d)/.test(name),
  }
}
