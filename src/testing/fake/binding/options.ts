import type { Applies } from './rules.ts'

/** Outcome of each compaction that a provider makes: a summary, no summary for a reason, or a transient error. */
type CompactionOutcome =
  | 'summary'
  | 'max_tokens'
  | 'model_context_window_exceeded'
  | 'tool_use'
  | 'refusal'
  | 'end_turn'
  | 'unavailable'

/** Options of a provider that binds reasoning. */
export interface BindingOptions {
  /** Model used for requests that name none. */
  readonly model?: string
  /** Values of the `anthropic-beta` header, in addition to the `betas` field of each request. */
  readonly betas?: readonly string[]
  /**
   * Account (organization) and its end user that send the requests. Other accounts may be unable to read the reasoning.
   */
  readonly account?: string
  readonly endUser?: string
  /** Accounts whose reasoning the account may read, because the organizations are linked. */
  readonly linked?: readonly string[]
  /** Whether the account is older than Anthropic's check. For an old account, most mismatches are only reported. */
  readonly isOldAccount?: boolean
  /** Platform on which Claude runs. */
  readonly platform?: 'claude' | 'google' | 'aws' | 'foundry' | 'bedrock'
  /** Outcome of Claude's compactions, by default a summary. */
  readonly compaction?: CompactionOutcome
  /** Returns the base64 data of the image or document at a URL. Without this function, the URLs are compared. */
  readonly media?: (url: string) => string | undefined
  /** Returns the items that OpenAI stored under an id: input and output of a response, or a single item. */
  readonly held?: (id: string) => readonly unknown[] | undefined
  /** Key for signatures. Providers with equal keys accept each other's reasoning. */
  readonly key?: string
  /** Names of rules in `bindingRules` that are switched off. */
  readonly without?: readonly string[]
}

/** Options, with a default for each omitted option. */
export interface BindingSettings
  extends Required<
    Pick<
      BindingOptions,
      | 'model'
      | 'betas'
      | 'account'
      | 'endUser'
      | 'linked'
      | 'isOldAccount'
      | 'platform'
      | 'compaction'
      | 'media'
      | 'held'
      | 'key'
    >
  > {
  readonly applies: Applies
}
