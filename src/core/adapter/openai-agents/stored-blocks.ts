import type { AgentInputItem } from '@openai/agents-core'
import { isObject } from '../../ir/json.ts'
import { isBetweenContextTags } from '../../trust/fence.ts'

/**
 * Whether an item is a context block of an earlier call. The SDK keeps in its session what a filter adds, and a later
 * call must neither send nor learn it as words of the user. `names`: names of the sources of the policy.
 */
export function isStoredBlock(item: AgentInputItem, names: readonly string[]): boolean {
  if (names.length === 0 || !('role' in item) || item.role !== 'user') return false
  const { content } = item
  const [piece, ...others]: readonly unknown[] = Array.isArray(content) ? content : [{ text: content }]
  return (
    others.length === 0 &&
    isObject(piece) &&
    typeof piece.text === 'string' &&
    isBetweenContextTags(piece.text, names)
  )
}
