import type { ClauseOf } from '../policy/clause.ts'
import { makeClause } from '../policy/make.ts'

/** Options that set how fast the weight of older turns falls. */
export interface RecentOptions {
  /** Number of turns after which a turn's weight is halved: any number above 0. */
  readonly halfLife: number
  /** Minimum weight of a turn to be selected, above 0 and up to 1; 0.1 by default. */
  readonly minScore?: number
}

/**
 * Selects the turns whose weight is high enough. The newest turn has weight 1; the weight is halved every `halfLife`
 * turns. Throws a TypeError for numbers out of range.
 *
 * @example
 * import { agent, C } from 'ctxc'
 *
 * agent({ name: 'helper', context: C.recent({ halfLife: 4, minScore: 0.25 }) }) // the newest 9 turns
 */
export const recent = (options: RecentOptions): ClauseOf => makeClause('recent', options)
