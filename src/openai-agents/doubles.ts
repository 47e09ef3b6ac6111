import type { AgentInputItem } from '@openai/agents-core'
import type { TargetName } from '../ir/target-name.ts'

/** Whether an item means something without the id that the server gave it: words, a function's call, what answers a call. */
const stands = (item: AgentInputItem): boolean =>
  item.type === undefined || item.type === 'message' || item.type === 'function_call' || isResult(item)

/** Whether an item answers a call. */
export const isResult = (item: AgentInputItem): boolean => /_(result|output)$/.test(item.type ?? '')

/**
 * Items of which no two have one id, as the compile decided for the Responses API: an item that is there again goes
 * without its id, or not at all where it is nothing without one.
 */
export function withoutDoubles(items: readonly AgentInputItem[], target: TargetName): AgentInputItem[] {
  if (target !== 'openai') return [...items]
  const seen = new Set<string>()
  return items.flatMap(item => {
    const { id, ...rest } = item as AgentInputItem & { id?: string }
    if (typeof id !== 'string' || id === '' || !seen.has(id)) {
      if (typeof id === 'string') seen.add(id)
      return [item]
    }
    return stands(item) ? [rest as AgentInputItem] : []
  })
}
