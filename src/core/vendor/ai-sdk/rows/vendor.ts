import { vendorOf } from '../../rows/vendors.ts'

/** Vendor for whose API the AI SDK's converter writes a request; `other` if ctxc has no rules for the vendor. */
export type Vendor = 'openai' | 'anthropic' | 'google' | 'other'

/**
 * Providers that forward a prompt to another vendor's converter. The model id contains the other vendor's name after
 * the provider's.
 */
const gateways = /^(gateway|vercel|models|publishers|projects)$/

/**
 * Returns the provider's name at the start of a model id (`groq.chat` in `groq.chat/openai/gpt-oss-120b`); empty if
 * there is none.
 */
export function providerOf(model: string): string {
  const [first = '', ...rest] = model.split('/')
  if (rest.length === 0) return ''
  return gateways.test(first) ? providerOf(rest.join('/')) : first
}

/**
 * Returns the vendor that made a model; null if the id does not show the vendor. The id of an open-weight model shows
 * none, because any provider may host it.
 */
export const vendorOfId = (model: string): Exclude<Vendor, 'other'> | null =>
  /(^|[/.])gpt-oss/.test(model) ? null : vendorOf(model)
