import type { TargetName } from 'ctxc'
import { bindingProvider } from '../../../../src/testing/fake/binding/index.ts'
import { claudeRequest } from '../ai-sdk.ts'
import { claude, gpt, type Item, type Vendor } from '../vendor.ts'

/** API and model that answer one step. */
export interface Place {
  readonly target: TargetName
  readonly model: string
  /** Vendor whose models bind their reasoning; null if the API takes none of it. */
  readonly vendor: Vendor | null
}

const of = (target: TargetName, vendor: Vendor | null, ...models: readonly string[]): readonly Place[] =>
  models.map(model => ({ target, model, vendor }))

const claudes = ['claude-fable-5-2', 'claude-opus-5-5', 'claude-sonnet-5-5', 'claude-haiku-5-5']

/** Places of all six targets, by the vendor. */
export const places = {
  claude: [
    ...of('anthropic', claude, ...claudes),
    ...of('ai-sdk', claude, 'anthropic.messages/claude-opus-5-5', 'anthropic.messages/claude-sonnet-5-5'),
  ],
  gpt: of('openai', gpt, 'gpt-6.2-sol', 'gpt-6.2-astra'),
  others: [
    ...of('openai-chat', null, 'gpt-5.4'),
    ...of('gemini', null, 'gemini-3.8-flash'),
    ...of('text', null, 'gpt-5.4'),
  ],
} as const

const betas = ['thinking-binding-controls-2026-08-01', 'compact-2026-09-04']

/** Providers that sign reasoning, without state. */
export const providers = {
  claude: bindingProvider('anthropic', { betas }),
  gpt: bindingProvider('openai'),
}

/** Returns the provider of a vendor. */
export const providerOf = (vendor: Vendor) => (vendor === claude ? providers.claude : providers.gpt)

/** Returns the body that a provider gets for a request of a target. */
export const bodyOf = ({ target, model }: Place, request: object): Item =>
  target === 'ai-sdk' ? claudeRequest(model.replace(/^.*\//, ''), request) : (request as Item)
