import type { Fields } from '../shape.ts'
import type { BindingSettings } from './options.ts'
import type { Prefix } from './prefix.ts'
import { encodeSeal, type FakeSeal } from './seal.ts'

/** Answer of a provider that binds reasoning to its context: the response body, or an error in the API's form. */
export interface BindingAnswer {
  readonly status: 200 | 400 | 404 | 529
  readonly body: Fields
}

/** Fields of a signature (seal) that describe the signed content, rather than the prefix or the provider's settings. */
type Made = Pick<FakeSeal, 'kind' | 'model' | 'bound' | 'content' | 'role'> &
  Partial<Pick<FakeSeal, 'window'>>

/** Returns the signature of content that the model generates after a prefix. */
export const signatureOf = (
  made: Made,
  prefix: Prefix,
  { account, endUser, key }: BindingSettings,
): string => {
  const kept = made.kind === 'compaction' ? prefix.bases() : []
  return encodeSeal({ ...prefix.origin(), window: '', ...made, account, user: endUser, kept }, key)
}
