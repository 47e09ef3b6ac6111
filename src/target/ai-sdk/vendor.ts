import { vendorOf } from '../vendors.ts'

/** Whose converter of the AI SDK writes a request; `other` is any that has no rules of its own here. */
export type Vendor = 'openai' | 'anthropic' | 'google' | 'other'

/** Providers that hand a prompt on to the converter of the vendor whose name stands next in the id. */
const gateways = /^(gateway|vercel|models|publishers|projects)$/

/** The converters, by the names of their providers, and by the endings that a provider under another name keeps. */
const converters: readonly (readonly [RegExp, Vendor])[] = [
  [/^(openai|azure(-openai)?)(\.|$)|\.responses$/, 'openai'],
  [/(^|\.)anthropic(\.|$)|\.messages$/, 'anthropic'],
  [/\bmaas\b|\bxai\b/, 'other'],
  [/^(google|gemini|vertex)(\.|$)|\.generative-ai$/, 'google'],
]

/** The name of the provider in front of a model id (`groq.chat` of `groq.chat/openai/gpt-oss-120b`); empty for none. */
export function providerOf(model: string): string {
  const [first = '', ...rest] = model.split('/')
  if (rest.length === 0) return ''
  return gateways.test(first) ? providerOf(rest.join('/')) : first
}

/**
 * The vendor whose converter a request goes through. Who is called decides it: Groq's or OpenRouter's converter writes
 * the messages of every model that they serve. Without a provider in front, the model id decides.
 */
export function vendorOfModel(model: string | null): Vendor {
  if (model === null) return 'other'
  const provider = providerOf(model)
  const own = vendorOfId(model)
  if (provider === '') return own ?? 'other'
  // Bedrock's own converter has a form for each thought of Claude's, and a plain one for every other model.
  if (/bedrock/.test(provider)) return own === 'anthropic' ? 'anthropic' : 'other'
  return converters.find(([pattern]) => pattern.test(provider))?.[1] ?? 'other'
}

/** The vendor that made a model; null where its id does not tell. Models with open weights are served by anyone. */
export const vendorOfId = (model: string): Exclude<Vendor, 'other'> | null =>
  /(^|[/.])gpt-oss/.test(model) ? null : vendorOf(model)
