import type { Diagnostic } from '../../core/diag/diagnostic.ts'

/** Place in a conversation where the prefix of a request differs from the previous request's. */
export interface CacheBreak {
  /** Message with which the model answered the request. */
  readonly before: string
  /** Kinds of the decisions: `trim`, `config-change`, … */
  readonly kinds: readonly string[]
  /** Estimated tokens of the earlier request that are in the cache, but that this request cannot read. */
  readonly lost: number
}

/** Place in a conversation where the prefix changed, but nothing of the previous request was cached. */
export interface FreeChange extends Omit<CacheBreak, 'lost'> {
  /** Reason why nothing was cached. */
  readonly why: string
}

/** Result of compiling a conversation's requests again: their number, and the places where the prefix changed. */
export interface CacheReport {
  readonly requests: number
  /** Changes with a cost: the provider must process cached tokens again. */
  readonly breaks: readonly CacheBreak[]
  /** Changes without a cost. */
  readonly free: readonly FreeChange[]
  /** Number of requests that are uncached only because they have no cache mark. */
  readonly unmarked: number
}

/** A large part of a request. */
export interface LargePart {
  readonly kind: 'system' | 'tools' | 'schema' | 'history'
  readonly place: string
  readonly preview: string
  /** Estimated tokens. */
  readonly tokens: number
  /** Share of the request, from 0 to 1. */
  readonly share: number
}

/** Report on a program or a conversation. */
export interface DoctorReport {
  readonly ok: boolean
  /** Subject in one line: sizes, model, number of agents or messages. */
  readonly summary: string
  /** Findings of level error and warn. */
  readonly problems: readonly Diagnostic[]
  /** Findings of level info: repairs, and decisions of the compiler. */
  readonly notes: readonly Diagnostic[]
  readonly cache: CacheReport
  /** The largest parts, the largest first. */
  readonly largest: readonly LargePart[]
  /** Advice, the most useful first. */
  readonly next: readonly string[]
}

/** Maximum number of large parts, cache breaks and findings in the report. */
export const mostListed = 5
