import { vendorOf } from '../../rows/vendors.ts'

/** Vendor whose converter of the AI SDK writes a request; `other` is any without rules of its own here. */
export type Vendor = 'openai' | 'anthropic' | 'google' | 'other'

/** Providers that pass a prompt on to the converter of the vendor whose name is next in the id. */
const gateways = /^(gateway|vercel|models|publishers|projects)$/

/**
 * Returns the provider's name at the start of a model id (`groq.chat` of `groq.chat/openai/gpt-oss-120b`); empty for
 * none.
 */
export function providerOf(model: string): string {
  const [first = '', ...rest] = model.split('/')
  if (rest.length === 0) return ''
  return gateways.test(first) ? providerOf(rest.join('/')) : first
}

/** Returns the vendor that made a model; null if the id does not show it. Anyone serves models with open weights. */
export const vendorOfId = (model: string): Exclude<Vendor, 'other'> | null =>
  /(^|[/.])gpt-oss/.test(model) ? null : vendorOf(model)
