import { isObject, type JsonObject } from '../../../ir/json.ts'
import type { Draft, Report } from '../../../target/rule.ts'
import { opaqueLoss } from '../../../target/travel.ts'
import { safeString } from '../../../text/reason.ts'
import type { AISDKRules } from './models.ts'
import type { AISDKRequest, ModelMessage, SystemMessage } from './request.ts'
import { changesAsPart, claudeOptions, sendsOneTurnText } from './system-changes.ts'

const changesOf = (message: ModelMessage): readonly unknown[] => {
  const { toolChanges } = message.role === 'system' ? claudeOptions(message) : {}
  return Array.isArray(toolChanges) ? toolChanges : []
}

/** Yields each change to a tool that is neither declared nor added earlier, with the message of the change. */
function* undeclaredToolChanges(
  { messages, tools }: AISDKRequest,
  rules: AISDKRules,
): Generator<{
  readonly message: SystemMessage
  readonly change: unknown
  readonly name: string
  readonly at: number
}> {
  if (!sendsOneTurnText(rules)) return
  const known = new Set(Object.keys(tools ?? {}))
  for (const [at, message] of messages.entries())
    for (const change of changesOf(message)) {
      const { tool, toolName } = isObject(change) ? (change as JsonObject) : {}
      if (isObject(tool)) known.add(safeString((tool as JsonObject).name ?? ''))
      else {
        const name = safeString(toolName ?? '')
        if (!known.has(name)) yield { message: message as SystemMessage, change, name, at }
      }
    }
}

/** Checks rule S22: every tool that a change names is declared or was added earlier. */
export function checkChanges(request: AISDKRequest, report: Report, rules: AISDKRules): void {
  for (const { name, at } of undeclaredToolChanges(request, rules))
    report(`/messages/${at}`, `'${name}' is not declared`)
}

/** Rule S22: drops changes to tools that are neither declared nor added earlier. */
export function dropUndeclaredChanges(draft: Draft<AISDKRequest, AISDKRules>): void {
  const { request, origins, facts, note } = draft
  const gone = new Set([...undeclaredToolChanges(request, facts.rules)].map(({ change }) => change))
  if (gone.size === 0) return
  request.messages = request.messages.flatMap((message): ModelMessage[] => {
    const changes = changesOf(message)
    const left = changes.filter(change => !gone.has(change))
    if (left.length === changes.length) return [message]
    const system = message as SystemMessage
    draft.edit(message, 'reduced')
    note(
      opaqueLoss(changesAsPart(system), 'undeclared tool', origins.originsIn(message).whole ?? 'c:message'),
    )
    const { toolChanges: _, ...others } = claudeOptions(system)
    const options = { ...others, ...(left.length > 0 && { toolChanges: left }) }
    if (system.content === '' && Object.keys(options).length === 0) return []
    const providerOptions = {
      ...system.providerOptions,
      anthropic: options,
    } as SystemMessage['providerOptions']
    return [origins.copyOrigins({ ...system, providerOptions } as SystemMessage, message)]
  })
}
