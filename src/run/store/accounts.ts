import type { TokenCounts } from '../../core/ir/event.ts'
import type { Owner } from '../../core/session/owner.ts'
import type { Page } from './cursor.ts'

/** Tokens and price of one model call, which the append of its answer records. */
export interface CallCost {
  /** Model that was called. */
  readonly model: string
  /** Tokens of the call, including those of compactions that the provider ran for it. */
  readonly usage: TokenCounts
  /** Price in USD at the time of the call; null if it is not known. */
  readonly usd: number | null
}

/** Calls whose costs are summed. Without any field, the calls of all owners. */
export interface CostQuery {
  /** Owner of the sessions that made the calls. An owner without a user is the app itself, without its users. */
  readonly owner?: Owner
  /** App, with all its users. */
  readonly app?: string
  /** Time from which calls count, in milliseconds since 1970. */
  readonly since?: number
  /** Time before which calls count, in milliseconds since 1970. */
  readonly until?: number
}

/** Sum of the costs of an owner's calls of one model. */
export interface OwnerCost {
  readonly owner: Owner
  readonly model: string
  /** Number of calls. */
  readonly calls: number
  readonly usage: Required<TokenCounts>
  /** Price of all calls whose price is known, in USD. */
  readonly usd: number
  /** Number of calls whose price is not known. */
  readonly unpriced: number
}

/** Owner of stored sessions. */
export interface OwnerInfo {
  readonly owner: Owner
  /** Number of sessions. */
  readonly sessions: number
  /** Time of the last append to one of the sessions, in milliseconds since 1970. */
  readonly updated: number
}

/** Selection of a page of owners. */
export interface OwnersOptions {
  /** `next` of the previous page. */
  readonly after?: string
  /** Maximum number of owners in a page; 50 by default, at most 1,000. */
  readonly limit?: number
}

/**
 * Lists over all owners of a store, for its operator. Costs remain when a session is deleted, and are deleted with
 * their owner.
 */
export interface StoreAccounts {
  /** Returns the owners that have sessions. */
  owners(options?: OwnersOptions): Promise<Page<OwnerInfo>>
  /** Returns the costs of calls by owner and model, in the order of the owners' and models' names. */
  costs(query?: CostQuery): Promise<readonly OwnerCost[]>
}

/** Sums of token counts that are all zero. */
export const noTokens: Required<TokenCounts> = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  longCacheWriteTokens: 0,
  reasoningTokens: 0,
}

/** Names of the token counts. */
export const tokenNames = Object.keys(noTokens) as readonly (keyof TokenCounts)[]

/** Columns of the token counts in the tables of SQL stores. */
export const tokenColumns: Readonly<Record<keyof TokenCounts, string>> = {
  inputTokens: 'input',
  outputTokens: 'output',
  cacheReadTokens: 'cache_read',
  cacheWriteTokens: 'cache_write',
  longCacheWriteTokens: 'long_cache_write',
  reasoningTokens: 'reasoning',
}

/** Adds token counts. */
export const addTokens = (left: TokenCounts, right: TokenCounts): Required<TokenCounts> =>
  Object.fromEntries(
    tokenNames.map(name => [name, (left[name] ?? 0) + (right[name] ?? 0)]),
  ) as unknown as Required<TokenCounts>
