import type { Where } from '../../ir/policy.ts'
import { Path } from '../../validate/path.ts'
import type { ClauseOf } from '../policy/clause.ts'
import { makeClause } from '../policy/make.ts'
import { assertWhere } from '../selector/where.ts'

/**
 * Selects units that match every given property; for a list, any of its items. Throws a TypeError without a property.
 *
 * @example
 * import { agent, C } from 'ctxc'
 *
 * agent({ name: 'coder', context: [C.window(3), C.where({ tool: ['read_file', 'grep'] }).compact()] })
 */
export function where(asked: Where): ClauseOf {
  assertWhere(asked, Path.named('C.where'))
  return makeClause('where', { where: asked })
}
