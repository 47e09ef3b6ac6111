import type { ClauseOf } from '../policy/clause.ts'
import { makeClause } from '../policy/make.ts'

/**
 * Selects the messages of users and developers, and the conversation units of these agents. Throws a TypeError if no
 * name is given.
 *
 * @example
 * import { agent, C } from 'ctxc'
 *
 * agent({ name: 'writer', context: C.fromAgents('researcher', 'writer') })
 */
export const fromAgents = (...names: readonly string[]): ClauseOf => makeClause('agents', { names })
