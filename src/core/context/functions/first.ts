import type { ClauseOf } from '../policy/clause.ts'
import { checkedOptions, makeClause } from '../policy/make.ts'
import { withOf } from '../selector/of.ts'
import type { WhereOptions } from './where.ts'

/** Options of `first`. */
export interface FirstOptions {
  /** Conditions that a unit must meet to be counted and selected; by default, every unit counts. */
  readonly of?: WhereOptions
}

/**
 * Selects the oldest conversation units, such as the task at the start of a long session. With `of`, only units that
 * meet these conditions count; they have the form of the conditions of `C.where`. Throws a TypeError for a number below
 * one.
 *
 * @example
 * import { agent, C } from 'ctxc'
 *
 * agent({ name: 'helper', context: [C.first(1), C.window(5)] })
 * agent({ name: 'helper', context: [C.first(1, { of: { role: 'user' } }), C.window(5)] })
 */
export const first = (units: number, options: FirstOptions = {}): ClauseOf =>
  makeClause('first', { units, ...withOf(checkedOptions('first', options, ['of'])) })
