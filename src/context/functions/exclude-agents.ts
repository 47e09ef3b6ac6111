import type { ClauseOf } from '../policy/clause.ts'
import { makeClause } from '../policy/make.ts'

/**
 * All but what these agents said. Throws a TypeError without a name.
 *
 * @example
 * import { agent, C } from 'ctxc'
 *
 * agent({ name: 'writer', context: C.excludeAgents('classifier') })
 */
export const excludeAgents = (...names: readonly string[]): ClauseOf => makeClause('other-agents', { names })
