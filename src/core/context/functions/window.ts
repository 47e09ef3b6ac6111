import type { ClauseOf } from '../policy/clause.ts'
import { checkedOptions, makeClause } from '../policy/make.ts'

/** Options that set how a selection moves as the session grows. */
export interface WindowOptions {
  /**
   * Makes the selection move only once every `slack` turns (for `last`: units). Up to `slack - 1` older turns are then
   * included. Requests between two moves share a prefix, which a provider can read from its cache. By default (0), the
   * selection moves with each turn.
   */
  readonly slack?: number
}

/**
 * Selects the newest turns. A turn extends from a user's message up to the next one. Throws a TypeError for a number
 * below one.
 *
 * @example
 * import { agent, C } from 'ctxc'
 *
 * agent({ name: 'helper', context: C.window(5, { slack: 3 }) })
 */
export const window = (turns: number, options: WindowOptions = {}): ClauseOf =>
  makeClause('window', { turns, ...checkedOptions('window', options, ['slack']) })
