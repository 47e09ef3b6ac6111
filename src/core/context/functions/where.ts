import { Path } from '../../form/path.ts'
import type { TextTest, Where } from '../../ir/policy.ts'
import type { ClauseOf } from '../policy/clause.ts'
import { makeClause } from '../policy/make.ts'
import { plainTexts } from '../selector/text-test.ts'
import { assertWhere } from '../selector/where.ts'

/** Conditions of `where`; a text condition may also be a regular expression. */
export interface WhereOptions extends Omit<Where, 'text'> {
  /** Text or regular expression that one of the unit's texts must match. */
  readonly text?: TextTest | RegExp | readonly (TextTest | RegExp)[]
}

/**
 * Selects the conversation units that match all given properties; a list matches if one of its items matches. Throws a
 * TypeError if no property is given.
 *
 * @example
 * import { agent, C } from 'ctxc'
 *
 * agent({ name: 'coder', context: [C.window(3), C.where({ tool: ['read_file', 'grep'] }).compact()] })
 * agent({ name: 'clerk', context: [C.where({ text: /\bORD-\d+/ }).tier('critical').atMost(2_000), C.all()] })
 */
export function where(asked: WhereOptions): ClauseOf {
  const plain = plainTexts(asked) as Where
  assertWhere(plain, Path.options('C.where'))
  return makeClause('where', { where: plain })
}
