import type { Diagnostic } from '../../core/diag/diagnostic.ts'

/** Place in a conversation at which a request began otherwise than the one before it. */
export interface CacheBreak {
  /** Message that the model answered with after the request. */
  readonly before: string
  /** Kinds of the decisions: `trim`, `config-change`, … */
  readonly kinds: readonly string[]
  /** Estimated tokens that the cache holds of the earlier request, and that this one does not read. */
  readonly lost: number
}

/** Place in a conversation at which the prefix changed, though nothing of the request before it was cached. */
export interface FreeChange extends Omit<CacheBreak, 'lost'> {
  /** Reason why nothing was cached. */
  readonly why: string
}

/** Requests of a conversation that were compiled again, and the places where their prefix changed. */
export interface CacheReport {
  readonly requests: number
  /** Changes that cost something: the provider reads cached tokens again. */
  readonly breaks: readonly CacheBreak[]
  /** Changes that cost nothing. */
  readonly free: readonly FreeChange[]
  /** Number of requests that the provider does not cache only because they have no cache mark. */
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

/** Most large parts, cache breaks and findings that are listed. */
export const mostListed = 5
