import type { ClauseOf } from '../policy/clause.ts'
import { makeClause } from '../policy/make.ts'

/**
 * No unit: the agent is shown the current input and what is critical, and what sources bring. It stands alone.
 *
 * @example
 * import { agent, C } from 'ctxc'
 *
 * agent({ name: 'judge', context: [C.none(), C.state('draft')], expects: ['draft'] })
 */
export const none = (): ClauseOf<never> => makeClause('none')
