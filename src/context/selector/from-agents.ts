import type { ClauseOf } from '../policy/clause.ts'
import { makeClause } from '../policy/make.ts'

/**
 * What users and developers said, and these agents. Throws a TypeError without a name.
 *
 * @example
 * import { agent, C } from 'ctxc'
 *
 * agent({ name: 'writer', context: C.fromAgents('researcher', 'writer') })
 */
export const fromAgents = (...names: readonly string[]): ClauseOf =>
  makeClause('fromAgents', 'agents', { names })
