import type { Applies } from './rules.ts'

/** Options of a provider that binds reasoning. */
export interface BindingOptions {
  /** Model of requests that name none. */
  readonly model?: string
  /** Values of the `anthropic-beta` header, besides those in `betas` of a request as Anthropic's SDK takes it. */
  readonly betas?: readonly string[]
  /** Account (organization) that sends, and its end user: other ones may not read the reasoning. */
  readonly account?: string
  readonly endUser?: string
  /** Whether the account was made before Anthropic's check, which then only notes most mismatches. */
  readonly isOldAccount?: boolean
  /** Platform on which Claude runs. */
  readonly platform?: 'claude' | 'google' | 'aws'
  /** Returns the base64 data at the URL of an image or document; without it, the URL counts in place of its bytes. */
  readonly media?: (url: string) => string | undefined
  /** Returns the items that OpenAI holds under the id of a response (its input and output) or of one item. */
  readonly held?: (id: string) => readonly unknown[] | undefined
  /** Key that signs: two providers with one key judge each other's reasoning. */
  readonly key?: string
  /** Names of rules of `bindingRules` that are switched off. */
  readonly without?: readonly string[]
}

/** Options with their defaults. */
export interface Settings
  extends Required<
    Pick<
      BindingOptions,
      'model' | 'betas' | 'account' | 'endUser' | 'isOldAccount' | 'platform' | 'media' | 'held' | 'key'
    >
  > {
  readonly applies: Applies
}
