import type { ClauseOf } from './clause.ts'
import { makeClause } from './make.ts'

/**
 * The oldest units, as the task that a long session began with. Throws a TypeError for less than one.
 *
 * @example
 * import { agent, C } from 'ctxc'
 *
 * agent({ name: 'helper', context: [C.first(1), C.window(5)] })
 */
export const first = (units: number): ClauseOf => makeClause('first', 'first', { units })
