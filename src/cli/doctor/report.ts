import type { Diagnostic } from '../../core/diag/diagnostic.ts'

/** Request of a conversation whose prefix differs from the previous request's, so that cached tokens are lost. */
export interface CacheBreak {
  /** Message of the model that answered the request. */
  readonly before: string
  /** Kinds of the compiler's decisions that changed the prefix: `trim`, `config-change`, … */
  readonly kinds: readonly string[]
  /** Estimated tokens of the previous request that the provider has cached, but that this request cannot use. */
  readonly lost: number
}

/** Request of a conversation whose prefix changed while nothing of the previous request was cached. */
export interface FreeChange extends Omit<CacheBreak, 'lost'> {
  /** Reason why nothing of the previous request was cached. */
  readonly why: string
}

/** Result of compiling a conversation's requests again: their number, and the requests whose prefix changed. */
export interface CacheReport {
  readonly requests: number
  /** Prefix changes with a cost: the provider must process cached tokens again. */
  readonly breaks: readonly CacheBreak[]
  /** Prefix changes without a cost, because nothing was cached. */
  readonly free: readonly FreeChange[]
  /** Number of requests that are not cached, only because they have no cache mark. */
  readonly unmarked: number
}

/** Part of a request that is among the largest parts. */
export interface LargePart {
  readonly kind: 'system' | 'tools' | 'schema' | 'history'
  readonly place: string
  readonly preview: string
  /** Estimated tokens of the part. */
  readonly tokens: number
  /** Share of the part in the whole request, from 0 to 1. */
  readonly share: number
}

/** Policy that was tried with a question, and whether its request has the text that the answer needs. */
export interface TriedPolicy {
  /** The policy as code; `none` for the conversation as it is. */
  readonly context: string
  readonly keeps: boolean
  /** Estimated tokens of the request that asks the question. */
  readonly tokens: number
  /** Share of all input tokens of the conversation that the provider reads from its cache, from 0 to 1. */
  readonly cached: number
}

/** Policies that were tried with a question. */
export interface KeptText {
  readonly question: string
  readonly expect: string
  readonly policies: readonly TriedPolicy[]
  /**
   * The policy that keeps the text with most of the input read from the cache, or `none` if that keeps it; null if all
   * drop it.
   */
  readonly best: TriedPolicy | null
}

/** Report of `ctxc doctor` on a program or a conversation. */
export interface DoctorReport {
  readonly ok: boolean
  /** Summary in one line: sizes, model, number of agents or messages. */
  readonly summary: string
  /** Findings of level error and warn. */
  readonly problems: readonly Diagnostic[]
  /** Findings of level info: repairs of the input, and decisions of the compiler. */
  readonly notes: readonly Diagnostic[]
  readonly cache: CacheReport
  /** Policies that were tried with the question of `--question`. */
  readonly kept?: KeptText
  /** Largest parts of the request, beginning with the largest. */
  readonly largest: readonly LargePart[]
  /** Advice for the user, beginning with the most useful. */
  readonly next: readonly string[]
}

/** Maximum number of items in each list of the report: large parts, cache breaks, and findings. */
export const mostListed = 5
