import type { ClauseOf } from '../policy/clause.ts'
import { makeClause, optionsOf } from '../policy/make.ts'

/** Options for how a selection moves on as a session grows. */
export interface WindowOptions {
  /**
   * It moves on only every so many turns (of `last`: units), and holds up to as many more, less one: what is sent begins
   * alike in between, and a provider's cache has it. 0 when left out: it moves on with each.
   */
  readonly slack?: number
}

/**
 * The newest turns: each from a user's message up to the next. Throws a TypeError for less than one.
 *
 * @example
 * import { agent, C } from 'ctxc'
 *
 * agent({ name: 'helper', context: C.window(5, { slack: 3 }) })
 */
export const window = (turns: number, options: WindowOptions = {}): ClauseOf =>
  makeClause('window', { turns, ...optionsOf('window', options, ['slack']) })
