import type { Path } from '../../form/path.ts'
import { isObject } from '../../ir/json.ts'
import type { PolicyNode } from '../../ir/policy.ts'

/**
 * Value that a function of `C` returns: a node of a policy, with methods that return changed copies. `JSON.stringify`
 * writes only the node.
 */
export interface Built<Node extends PolicyNode = PolicyNode> {
  readonly node: Node
}

/** Context of an agent: values that functions of `C` return, the plain data of such values, or lists of both. */
export type ContextInput = Built | PolicyNode | readonly ContextInput[]

/**
 * Returns the node inside a value that a function of `C` returned. Any other value is returned unchanged, and plain
 * data contains no such nodes.
 */
export function unwrapNode(value: unknown, at: Path): unknown {
  if (at.isData || !isObject(value) || 'kind' in value || !isObject(value.node)) return value
  // If a caller copies a returned value, the copy has no methods, and a field added to the copy would be ignored.
  const more = Object.keys(value).find(key => key !== 'node')
  if (more !== undefined)
    throw at.wrong(`is a copy of a result of C with an added '${more}'`, {
      help: `use the method .${more}(…)`,
    })
  return value.node
}
