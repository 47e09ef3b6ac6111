import type { ClauseOf } from '../policy/clause.ts'
import { makeClause, optionsOf } from '../policy/make.ts'
import type { WindowOptions } from './window.ts'

/**
 * Selects the newest units. A unit is a message, or one response of a model with its calls and their results. Throws a
 * TypeError for less than one.
 *
 * @example
 * import { agent, C } from 'ctxc'
 *
 * agent({ name: 'helper', context: [C.last(3).tier('critical'), C.all()] })
 */
export const last = (units: number, options: WindowOptions = {}): ClauseOf =>
  makeClause('last', { units, ...optionsOf('last', options, ['slack']) })
