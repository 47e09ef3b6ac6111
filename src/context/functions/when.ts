import type { Condition, Policy } from '../../ir/policy.ts'
import { Path } from '../../validate/path.ts'
import type { ContextInput } from '../policy/built.ts'
import { condition } from '../policy/conditions.ts'
import { keep, readPolicy } from '../policy/read-policy.ts'

/**
 * Makes pieces of a policy conditional. The test is a key of the state whose value is truthy, or a function of the
 * state. The state need not hold keys that the pieces read. Throws a TypeError without a piece.
 *
 * @example
 * import { agent, C } from 'ctxc'
 *
 * agent({ name: 'helper', context: [C.window(3), C.when('user:vip', C.all(), C.state('user:orders'))] })
 */
export function when(test: Condition, ...pieces: readonly ContextInput[]): Policy {
  const at = Path.named('C.when')
  condition(test, at.in('test'))
  return keep(
    readPolicy(pieces, at.in('pieces')).map(node =>
      Object.freeze({ ...node, when: Object.freeze([test, ...node.when]) }),
    ),
  )
}
