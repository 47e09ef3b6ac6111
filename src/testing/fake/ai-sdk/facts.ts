import { claudeFacts } from '../anthropic/facts.ts'
import type { ProviderFacts } from '../facts.ts'
import { type Fields, fieldsOf, isNil, textOfShape } from '../shape.ts'

/** Vendor whose message converter in the AI SDK handles a prompt. */
export type Converter = 'openai' | 'anthropic' | 'google' | 'unknown'

/** Rules that a converter and the API behind it apply to a prompt. */
export interface PromptFacts {
  readonly converter: Converter
  /** Handling of system text in mid-history: accepted anywhere, accepted only after a user message, or an error. */
  readonly lateSystem: 'any' | 'placed' | 'none'
  /** Whether the converter supports audio. */
  readonly sound: boolean
  /** Names of the tools whose input is a text. */
  readonly textTools: ReadonlySet<string>
  /** Whether the server already has the history before the first message. */
  readonly chained: boolean
  /** Whether the next answer continues an answer at the end of the history. */
  readonly continues: boolean
  /** Whether text and calls must be in separate answers. */
  readonly textOrCalls: boolean
  /** Whether the request goes to OpenAI's own Chat Completions. */
  readonly chat: boolean
}

/** Returns the name of a model as `generateText` accepts it: an id with or without its provider, or an object. */
function nameOf(model: unknown): string {
  const { provider, modelId } = fieldsOf(model)
  return typeof model === 'string' ? model : [provider, modelId].map(textOfShape).filter(Boolean).join('/')
}

/**
 * Hosts with their own converters, whose names do not show which vendor's rules apply. Source: their packages in
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

/** Whether a model of OpenAI's accepts audio: an audio model, or on Chat a model that is not known to reject it. */
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
