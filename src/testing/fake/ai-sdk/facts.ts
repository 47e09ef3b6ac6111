import { claudeFacts } from '../anthropic/facts.ts'
import type { ProviderFacts } from '../facts.ts'
import { type Fields, fieldsOf, isNil, textOf } from '../shape.ts'

/** Provider whose converter the AI SDK uses for a prompt. */
export type Converter = 'openai' | 'anthropic' | 'google' | 'unknown'

/** Rules that a converter and the API behind it apply to a prompt. */
export interface PromptFacts {
  readonly converter: Converter
  /** Reaction to system text in mid-history: accepted anywhere, accepted only after a user, or an error. */
  readonly lateSystem: 'any' | 'placed' | 'none'
  /** Whether the converter has a form for sound. */
  readonly sound: boolean
  /** Tools that take text as their input. */
  readonly textTools: ReadonlySet<string>
  /** Whether the server has the history before the first message. */
  readonly chained: boolean
  /** Whether an answer at the end is the beginning of the next one. */
  readonly continues: boolean
  /** Whether a text and calls must be answers of their own. */
  readonly textOrCalls: boolean
  /** Whether OpenAI's Chat Completions gets the request, for a model of its own. */
  readonly chat: boolean
}

/** Returns the name of a model as `generateText` accepts it: an id with or without its provider, or an object. */
function nameOf(model: unknown): string {
  const { provider, modelId } = fieldsOf(model)
  return typeof model === 'string' ? model : [provider, modelId].map(textOf).filter(Boolean).join('/')
}

/**
 * Hosts with converters of their own, which reveal no rules of the vendor behind them. Source: their packages in
 * vercel/ai.
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

/** Package that sets `prefix: true` on a last answer. Source: @ai-sdk/mistral 4.0.87 convert-to-mistral-chat-messages. */
const continuing = /^(gateway\/)?mistral\b[^/]*\//

/** Package that sends no text of an answer with calls. Source: @ai-sdk/cohere 4.0.52 convert-to-cohere-chat-prompt. */
const splitting = /^(gateway\/)?cohere\b[^/]*\//

/** Whether a model of OpenAI's gets sound: an audio model, or on Chat a model that is not known to refuse it. */
function hears(name: string): boolean {
  if (/\.responses\//.test(name)) return false
  return (
    name.includes('audio') || (/\.chat\//.test(name) && !/(^|\/)(gpt-|chatgpt-|chat-latest|o\d)/.test(name))
  )
}

/** Returns the facts of the model that a prompt is for. */
export function promptFacts(request: Fields, overrides: Partial<ProviderFacts>): PromptFacts {
  const name = nameOf(request.model)
  const tools = Object.entries(fieldsOf(request.tools))
  const options = ['openai', 'azure'].map(key => fieldsOf(fieldsOf(request.providerOptions)[key]))
  const converter = converterOf(name)
  const claude = { ...claudeFacts(name.slice(name.lastIndexOf('/') + 1)), ...overrides }
  const placed = converter === 'anthropic' && claude.midSystem
  return {
    converter,
    lateSystem: converter === 'openai' ? 'any' : placed ? 'placed' : 'none',
    sound: converter === 'google' || (converter === 'openai' && hears(name)),
    textTools: new Set(tools.filter(([, tool]) => fieldsOf(tool).id === 'openai.custom').map(([key]) => key)),
    chained: options.some(option => !isNil(option.previousResponseId) || !isNil(option.conversation)),
    continues: continuing.test(name),
    textOrCalls: splitting.test(name),
    chat: /^(openai|azure)\.chat\/(gpt-|o\d)/.test(name),
  }
}
