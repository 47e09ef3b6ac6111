import type { ClauseOf } from '../policy/clause.ts'
import { checkedOptions, makeClause } from '../policy/make.ts'
import { withOf } from '../selector/of.ts'
import type { WhereOptions } from './where.ts'

/** Options of `first`. */
export interface FirstOptions {
  /** Conditions on the units that are counted and selected; by default, every unit is. */
  readonly of?: WhereOptions
}

/**
 * Selects the oldest units, such as the task that a long session began with, or with `of` the oldest of those that meet its
 * conditions, as `C.where` takes them. Throws a TypeError for less than one.
 *
 * @example
 * import { agent, C } from 'ctxc'
 *
 * agent({ name: 'helper', context: [C.first(1), C.window(5)] })
 * agent({ name: 'helper', context: [C.first(1, { of: { role: 'user' } }), C.window(5)] })
 */
export const first = (units: number, options: FirstOptions = {}): ClauseOf =>
  makeClause('first', { units, ...withOf(checkedOptions('first', options, ['of'])) })
