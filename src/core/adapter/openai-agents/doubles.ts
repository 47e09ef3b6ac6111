import type { AgentInputItem } from '@openai/agents-core'
import type { TargetName } from '../../ir/target-name.ts'

/** Whether an item is complete without the id that the server assigned: a message, a function call or a result. */
const isCompleteWithoutId = (item: AgentInputItem): boolean =>
  item.type === undefined || item.type === 'message' || item.type === 'function_call' || isResult(item)

/** Whether an item is a tool result. */
export const isResult = (item: AgentInputItem): boolean => /_(result|output)$/.test(item.type ?? '')

/**
 * Removes repeated ids for the Responses API, as the compile does: a repeated item is sent without its id, or dropped
 * if it is incomplete without its id.
 */
export function removeRepeatedIds(items: readonly AgentInputItem[], target: TargetName): AgentInputItem[] {
  if (target !== 'openai') return [...items]
  const seen = new Set<string>()
  return items.flatMap(item => {
    const { id, ...rest } = item as AgentInputItem & { id?: string }
    if (typeof id !== 'string' || id === '' || !seen.has(id)) {
      if (typeof id === 'string') seen.add(id)
      return [item]
    }
    return isCompleteWithoutId(item) ? [rest as AgentInputItem] : []
  })
}
