import type { ClauseOf } from '../policy/clause.ts'
import { makeClause } from '../policy/make.ts'

/**
 * Selects what users and developers said, and what these agents said. Throws a TypeError without a name.
 *
 * @example
 * import { agent, C } from 'ctxc'
 *
 * agent({ name: 'writer', context: C.fromAgents('researcher', 'writer') })
 */
export const fromAgents = (...names: readonly string[]): ClauseOf => makeClause('agents', { names })
