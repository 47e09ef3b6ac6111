import type { ClauseOf } from '../policy/clause.ts'
import { makeClause } from '../policy/make.ts'

/**
 * Selects the messages of users and developers.
 *
 * @example
 * import { agent, C } from 'ctxc'
 *
 * agent({ name: 'reviewer', context: [C.userOnly(), C.state('draft')], expects: ['draft'] })
 */
export const userOnly = (): ClauseOf => makeClause('users')
