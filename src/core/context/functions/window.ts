import type { ClauseOf } from '../policy/clause.ts'
import { checkedOptions, makeClause } from '../policy/make.ts'

/** Options that set how a selection moves as the session grows. */
export interface WindowOptions {
  /**
   * Makes the selection move only once every `slack` turns (for `last`: units); up to `slack - 1` older ones are then
   * included. Requests between two moves share a prefix, so a provider's cache can serve them. By default (0), it moves
   * with each turn.
   */
  readonly slack?: number
}

/**
 * Selects the newest turns, each from a user's message up to the next. Throws a TypeError for less than one.
 *
 * @example
 * import { agent, C } from 'ctxc'
 *
 * agent({ name: 'helper', context: C.window(5, { slack: 3 }) })
 */
export const window = (turns: number, options: WindowOptions = {}): ClauseOf =>
  makeClause('window', { turns, ...checkedOptions('window', options, ['slack']) })
