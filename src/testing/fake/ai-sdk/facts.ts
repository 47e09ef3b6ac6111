import { claudeFacts } from '../anthropic/facts.ts'
import type { ProviderFacts } from '../facts.ts'
import { type Fields, fieldsOf, isNil, textOf } from '../shape.ts'

/** Whose converter the AI SDK runs a prompt through. */
export type Converter = 'openai' | 'anthropic' | 'google' | 'unknown'

/** Rules that a converter and the API behind it apply to a prompt. */
export interface PromptFacts {
  readonly converter: Converter
  /** System text in mid-history: taken everywhere, after a user only, or thrown at. */
  readonly lateSystem: 'any' | 'placed' | 'none'
  /** The converter has a form for sound. */
  readonly sound: boolean
  /** Tools whose input is a text. */
  readonly textTools: ReadonlySet<string>
  /** The server has the history before the first message. */
  readonly chained: boolean
}

/** A model as `generateText` takes it: an id with or without its provider, or an object. */
function nameOf(model: unknown): string {
  const { provider, modelId } = fieldsOf(model)
  return typeof model === 'string' ? model : [provider, modelId].map(textOf).filter(Boolean).join('/')
}

/** Hosts whose own converters say nothing of what the vendor behind them refuses. Source: their packages in vercel/ai. */
const hosts =
  /^(groq|ollama|litellm|openrouter|deepseek|mistral|xai|togetherai|fireworks|perplexity|cerebras)\b/

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

/** Whether a model of OpenAI's is sent sound: on Chat alone, where it is none of those known to take no sound. */
function hears(name: string): boolean {
  if (/\.responses\//.test(name)) return false
  return (
    name.includes('audio') || (/\.chat\//.test(name) && !/(^|\/)(gpt-|chatgpt-|chat-latest|o\d)/.test(name))
  )
}

/** The facts of the model that a prompt is for. */
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
  }
}
