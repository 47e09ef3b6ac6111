import { Path } from '../../form/path.ts'
import type { Condition, Policy } from '../../ir/policy.ts'
import type { ContextInput } from '../policy/built.ts'
import { checkCondition } from '../policy/conditions.ts'
import { freezePolicy, readPolicy } from '../policy/read-policy.ts'

type StateValues = Readonly<Record<string, unknown>>

/**
 * Makes parts of a policy conditional. The test is either a key of the state, whose value must be truthy, or a function
 * of the state. With `StateOf<typeof critic>` as the type of the function's parameter, answers have the types of their
 * schemas. Keys that only these parts read may be missing in the state. Throws a TypeError if no part is given.
 *
 * @example
 * import { agent, C } from 'ctxc'
 *
 * agent({ name: 'helper', context: [C.window(3), C.when('user:vip', C.all(), C.state('user:orders'))] })
 */
export function when<Known extends StateValues = StateValues>(
  test: string | ((state: Known) => boolean),
  ...pieces: readonly ContextInput[]
): Policy {
  const at = Path.named('C.when')
  checkCondition(test, at.in('test'))
  return freezePolicy(
    readPolicy(pieces, at.in('pieces')).map(node =>
      Object.freeze({ ...node, when: Object.freeze([test as Condition, ...node.when]) }),
    ),
  )
}
