import { vendorOf } from '../vendors.ts'

/** Vendor whose converter of the AI SDK writes a request; `other` is any without rules of its own here. */
export type Vendor = 'openai' | 'anthropic' | 'google' | 'other'

/** Providers that pass a prompt on to the converter of the vendor whose name is next in the id. */
const gateways = /^(gateway|vercel|models|publishers|projects)$/

/** Converters, by the names of their providers, and by the endings that a provider under another name keeps. */
const converters: readonly (readonly [RegExp, Vendor])[] = [
  [/^(openai|azure(-openai)?)(\.|$)|\.responses$/, 'openai'],
  [/(^|\.)anthropic(\.|$)|\.messages$/, 'anthropic'],
  [/\bmaas\b|\bxai\b/, 'other'],
  [/^(google|gemini|vertex)(\.|$)|\.generative-ai$/, 'google'],
]

/**
 * Returns the provider's name at the start of a model id (`groq.chat` of `groq.chat/openai/gpt-oss-120b`); empty for
 * none.
 */
export function providerOf(model: string): string {
  const [first = '', ...rest] = model.split('/')
  if (rest.length === 0) return ''
  return gateways.test(first) ? providerOf(rest.join('/')) : first
}

/**
 * Returns the vendor whose converter writes a request. The called provider decides it: Groq's or OpenRouter's converter
 * writes the messages of every model that they serve. Without a provider's name, the model id decides.
 */
export function vendorOfModel(model: string | null): Vendor {
  if (model === null) return 'other'
  const provider = providerOf(model)
  const own = vendorOfId(model)
  if (provider === '') return own ?? 'other'
  // Bedrock's converter has a form for all of Claude's reasoning, and a plain form for every other model.
  if (/bedrock/.test(provider)) return own === 'anthropic' ? 'anthropic' : 'other'
  return converters.find(([pattern]) => pattern.test(provider))?.[1] ?? 'other'
}

/** Returns the vendor that made a model; null if the id does not show it. Anyone serves models with open weights. */
export const vendorOfId = (model: string): Exclude<Vendor, 'other'> | null =>
  /(^|[/.])gpt-oss/.test(model) ? null : vendorOf(model)
