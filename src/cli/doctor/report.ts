import type { Diagnostic } from '../../diag/diagnostic.ts'

/** Place in a conversation at which a request began otherwise than the one before it. */
export interface CacheBreak {
  /** Message that the model answered with after the request. */
  readonly before: string
  /** Kinds of the decisions: `trim`, `config-change`, … */
  readonly kinds: readonly string[]
  /** Estimated tokens of the earlier request that the cache cannot give back. */
  readonly lost: number
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
  /** Number of requests of the conversation that were compiled again, and the places where their prefix changed. */
  readonly cache: { readonly requests: number; readonly breaks: readonly CacheBreak[] }
  /** The largest parts, the largest first. */
  readonly largest: readonly LargePart[]
  /** Advice, the most useful first. */
  readonly next: readonly string[]
}

/** Most large parts, cache breaks and findings that are listed. */
export const mostListed = 5
