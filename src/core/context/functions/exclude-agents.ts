import type { ClauseOf } from '../policy/clause.ts'
import { makeClause } from '../policy/make.ts'

/**
 * Selects all conversation units except those of these agents. Throws a TypeError if no name is given.
 *
 * @example
 * import { agent, C } from 'ctxc'
 *
 * agent({ name: 'writer', context: C.excludeAgents('classifier') })
 */
export const excludeAgents = (...names: readonly string[]): ClauseOf => makeClause('other-agents', { names })
