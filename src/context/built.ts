import type { Place } from '../agent/place.ts'
import { isObject } from '../ir/json.ts'
import type { PolicyNode } from '../ir/policy.ts'

/** What a function of `C` gives: a node of a policy, with methods that give others. JSON of it is the node. */
export interface Built<Node extends PolicyNode = PolicyNode> {
  readonly node: Node
}

/** What an agent may be shown: what functions of `C` give, the same as plain data, and lists of those. */
export type ContextInput = Built | PolicyNode | readonly ContextInput[]

/** The node of what a function of `C` gave, which data has none of; anything else as it is. */
export const nodeOf = (value: unknown, { isData }: Place): unknown =>
  !isData && isObject(value) && !('kind' in value) && isObject(value.node) ? value.node : value
