import { isObject } from '../../ir/json.ts'
import type { PolicyNode } from '../../ir/policy.ts'
import type { Path } from '../../validate/path.ts'

/** Result of a function of `C`: a node of a policy, with methods that return others. Its JSON is the node. */
export interface Built<Node extends PolicyNode = PolicyNode> {
  readonly node: Node
}

/** Context of an agent: what functions of `C` return, the same as plain data, and lists of those. */
export type ContextInput = Built | PolicyNode | readonly ContextInput[]

/** The node of what a function of `C` gave, which data has none of; anything else as it is. */
export function nodeOf(value: unknown, at: Path): unknown {
  if (at.isData || !isObject(value) || 'kind' in value || !isObject(value.node)) return value
  // A copy has lost the methods, and what was added to it would be lost too.
  const more = Object.keys(value).find(key => key !== 'node')
  if (more !== undefined)
    throw at.wrong(`is a copy of what C gave, with '${more}' beside it`, {
      help: `say it by the method: .${more}(…)`,
    })
  return value.node
}
