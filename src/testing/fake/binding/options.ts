import type { Applies } from './rules.ts'

/** Options of a provider that binds reasoning. */
export interface BindingOptions {
  /** Model used for requests that name none. */
  readonly model?: string
  /** Values of the `anthropic-beta` header, in addition to `betas` in the requests of Anthropic's SDK. */
  readonly betas?: readonly string[]
  /**
   * Account (organization) that sends the requests, and its end user: other accounts may be unable to read the
   * reasoning.
   */
  readonly account?: string
  readonly endUser?: string
  /** Whether the account is older than Anthropic's check; for such accounts, most mismatches are only reported. */
  readonly isOldAccount?: boolean
  /** Platform on which Claude runs. */
  readonly platform?: 'claude' | 'google' | 'aws'
  /**
   * Returns the base64 data behind the URL of an image or document; without it, the URL is compared instead of the
   * bytes.
   */
  readonly media?: (url: string) => string | undefined
  /** Returns the items that OpenAI stored under the id of a response (its input and output) or of one item. */
  readonly held?: (id: string) => readonly unknown[] | undefined
  /** Key for signatures: providers with the same key accept each other's reasoning. */
  readonly key?: string
  /** Names of rules in `bindingRules` that are switched off. */
  readonly without?: readonly string[]
}

/** Options with their defaults. */
export interface BindingSettings
  extends Required<
    Pick<
      BindingOptions,
      'model' | 'betas' | 'account' | 'endUser' | 'isOldAccount' | 'platform' | 'media' | 'held' | 'key'
    >
  > {
  readonly applies: Applies
}
