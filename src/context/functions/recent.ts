import type { ClauseOf } from '../policy/clause.ts'
import { makeClause } from '../policy/make.ts'

/** Options for how fast older turns lose their weight. */
export interface RecentOptions {
  /** Turns after which a weight is half of what it was: any number above 0. */
  readonly halfLife: number
  /** The least weight, above 0 and up to 1; 0.1 when left out. */
  readonly minScore?: number
}

/**
 * Turns whose weight is high enough: the newest has 1, halved every `halfLife` turns. Throws a TypeError for numbers out of
 * range.
 *
 * @example
 * import { agent, C } from 'ctxc'
 *
 * agent({ name: 'helper', context: C.recent({ halfLife: 4, minScore: 0.25 }) }) // the newest 9 turns
 */
export const recent = (options: RecentOptions): ClauseOf => makeClause('recent', options)
