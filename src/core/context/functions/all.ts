import type { ClauseOf } from '../policy/clause.ts'
import { makeClause } from '../policy/make.ts'

/**
 * Selects every conversation unit.
 *
 * @example
 * import { agent, C } from 'ctxc'
 *
 * agent({ name: 'helper', context: C.all().atMost(8000) })
 */
export const all = (): ClauseOf => makeClause('all')
