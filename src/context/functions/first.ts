import type { ClauseOf } from '../policy/clause.ts'
import { makeClause } from '../policy/make.ts'

/**
 * Selects the oldest units, such as the task that a long session began with. Throws a TypeError for less than one.
 *
 * @example
 * import { agent, C } from 'ctxc'
 *
 * agent({ name: 'helper', context: [C.first(1), C.window(5)] })
 */
export const first = (units: number): ClauseOf => makeClause('first', { units })
