import { branchConversation } from '../../ir/call-branch.ts'

/**
 * Whether two dotted branch paths are equal or one is an ancestor of the other: `a` and `a.b` are related, `a.b1` and
 * `a.b10` are not. The branch of a call is related to no branch outside it.
 */
export function isRelated(left: string, right: string): boolean {
  if (branchConversation(left) !== branchConversation(right)) return false
  const [short, long] = left.length < right.length ? [left, right] : [right, left]
  return short === '' || short === long || long.startsWith(`${short}.`)
}
