import type { Fields } from '../shape.ts'
import type { BindingSettings } from './options.ts'
import type { Prefix } from './prefix.ts'
import { type FakeSeal, sealed } from './seal.ts'

/** Answer of a provider that binds reasoning: the response's body, or an error in the API's form. */
export interface BindingAnswer {
  readonly status: 200 | 400
  readonly body: Fields
}

/** Facts of a seal that follow neither from the prefix nor from the settings. */
type Made = Pick<FakeSeal, 'kind' | 'model' | 'bound' | 'content' | 'role'>

/** Returns the signature for content that is generated at the end of a prefix. */
export const signatureOf = (
  made: Made,
  prefix: Prefix,
  { account, endUser, key }: BindingSettings,
): string => {
  const kept = made.kind === 'compaction' ? prefix.bases() : []
  return sealed({ ...prefix.origin(), ...made, account, user: endUser, kept }, key)
}
