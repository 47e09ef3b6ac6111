import type { Path } from '../../form/path.ts'
import { isObject } from '../../ir/json.ts'
import type { PolicyNode } from '../../ir/policy.ts'

/**
 * Return value of a function of `C`: a node of a policy, with methods that return changed copies. `JSON.stringify`
 * writes the node alone.
 */
export interface Built<Node extends PolicyNode = PolicyNode> {
  readonly node: Node
}

/** Context of an agent: return values of functions of `C`, their plain data, or lists of either. */
export type ContextInput = Built | PolicyNode | readonly ContextInput[]

/**
 * Returns the node of a value that a function of `C` returned, and any other value unchanged. Plain data contains no
 * such values.
 */
export function nodeOf(value: unknown, at: Path): unknown {
  if (at.isData || !isObject(value) || 'kind' in value || !isObject(value.node)) return value
  // A copied value has no methods, and a field added to the copy would be ignored.
  const more = Object.keys(value).find(key => key !== 'node')
  if (more !== undefined)
    throw at.wrong(`is a copy of a result of C with an added '${more}'`, {
      help: `use the method .${more}(…)`,
    })
  return value.node
}
