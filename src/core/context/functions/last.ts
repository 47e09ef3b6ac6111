import type { ClauseOf } from '../policy/clause.ts'
import { checkedOptions, makeClause } from '../policy/make.ts'
import { withOf } from '../selector/of.ts'
import type { WhereOptions } from './where.ts'
import type { WindowOptions } from './window.ts'

/** Options of `last`. */
export interface LastOptions extends WindowOptions {
  /** Conditions that a unit must meet to be counted and selected; by default, every unit counts. */
  readonly of?: WhereOptions
}

/**
 * Selects the newest conversation units. With `of`, only units that meet these conditions count; they have the form of
 * the conditions of `C.where`. A unit is a message, or one response of a model with its calls and their results. Throws
 * a TypeError for a number below one.
 *
 * @example
 * import { agent, C } from 'ctxc'
 *
 * agent({ name: 'helper', context: [C.last(3).tier('critical'), C.all()] })
 * agent({ name: 'writer', context: [C.userOnly(), C.last(2, { of: { author: 'researcher' } })] })
 */
export const last = (units: number, options: LastOptions = {}): ClauseOf =>
  makeClause('last', { units, ...withOf(checkedOptions('last', options, ['slack', 'of'])) })
