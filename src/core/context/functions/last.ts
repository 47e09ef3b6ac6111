import type { ClauseOf } from '../policy/clause.ts'
import { checkedOptions, makeClause } from '../policy/make.ts'
import { withOf } from '../selector/of.ts'
import type { WhereOptions } from './where.ts'
import type { WindowOptions } from './window.ts'

/** Options of `last`. */
export interface LastOptions extends WindowOptions {
  /** Conditions on the units that are counted and selected; by default, every unit is. */
  readonly of?: WhereOptions
}

/**
 * Selects the newest units, or with `of` the newest of those that meet its conditions, as `C.where` takes them. A unit is a
 * message, or one response of a model with its calls and their results. Throws a TypeError for less than one.
 *
 * @example
 * import { agent, C } from 'ctxc'
 *
 * agent({ name: 'helper', context: [C.last(3).tier('critical'), C.all()] })
 * agent({ name: 'writer', context: [C.userOnly(), C.last(2, { of: { author: 'researcher' } })] })
 */
export const last = (units: number, options: LastOptions = {}): ClauseOf =>
  makeClause('last', { units, ...withOf(checkedOptions('last', options, ['slack', 'of'])) })
