import type { ClauseOf } from '../policy/clause.ts'
import { makeClause } from '../policy/make.ts'

/**
 * Selects no conversation unit: the agent gets only the current input, critical units, and the text of sources. The
 * clause has no methods.
 *
 * @example
 * import { agent, C } from 'ctxc'
 *
 * agent({ name: 'judge', context: [C.none(), C.state('draft')], expects: ['draft'] })
 */
export const none = (): ClauseOf<never> => makeClause('none')
