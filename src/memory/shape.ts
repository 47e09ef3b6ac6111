import type { Item } from './item.ts'
import { fieldOf, textField } from './item.ts'

/** Who says it. */
export type ContextMessageRole = 'system' | 'user' | 'assistant'

/** What an item is to the conversation beside words. */
export type Deed =
  | { readonly kind: 'call'; readonly id: string; readonly name: string }
  | { readonly kind: 'result'; readonly id: string; readonly name: string; readonly failed: boolean }

/** How an item is shown. */
export interface Shape {
  readonly role: ContextMessageRole
  readonly name: string
  /** Without those that are not known. */
  readonly attributes: Readonly<Record<string, string | undefined>>
  /** Fields of the content that the attributes tell. */
  readonly told: readonly string[]
  readonly deed?: Deed
}

/** The names that a field goes by. */
const names = {
  role: ['role'],
  action: ['action'],
  tool: ['toolName', 'tool', 'tool_name'],
  skill: ['skillName', 'skill', 'skill_name'],
  callId: ['callId', 'call_id', 'toolCallId'],
  status: ['status'],
  source: ['source'],
  success: ['success'],
  subagent: ['subAgentId', 'subagentId', 'subagent_id'],
  agentType: ['agentType', 'agent_type'],
  parent: ['parentAgentId', 'parent_agent_id'],
  reason: ['reason'],
  terminatedBy: ['terminatedBy', 'terminated_by'],
  compactedAt: ['compactedAt', 'compacted_at'],
  originalCount: ['originalCount', 'original_count'],
  error: ['isError'],
} as const

type Field = keyof typeof names

const get = (item: Item, field: Field): string | undefined => textField(item, ...names[field])

/** A shape whose attributes are these fields, under these names. */
function shape(
  item: Item,
  role: ContextMessageRole,
  name: string,
  fields: Readonly<Record<string, Field>> = {},
  rest: Partial<Shape> = {},
): Shape {
  const attributes = Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, get(item, field)]))
  return {
    role,
    name,
    attributes: { ...attributes, ...rest.attributes },
    told: [...Object.values(fields).flatMap(field => names[field]), ...(rest.told ?? [])],
    ...(rest.deed && { deed: rest.deed }),
  }
}

/** The shape of an item by its type: the tags, attributes and roles of the memory format. */
export function shapeOf(item: Item): Shape {
  return (shapes[item.chunk.type] ?? other)(item)
}

type Shaper = (item: Item) => Shape

const other: Shaper = item =>
  shape(item, 'user', 'chunk', {}, { attributes: { type: String(item.chunk.type) } })

const system: Shaper = item =>
  shape(item, 'system', 'system_context', {}, { attributes: { priority: String(item.priority) } })

const agent: Shaper = item => {
  const role = get(item, 'role')
  const fields = { role: 'role', action: 'action' } as const
  if (role === 'user') return shape(item, 'user', 'user_message', fields)
  // What no one says are the instructions of the agent itself.
  if (role !== 'assistant') return shape(item, 'system', 'agent_message', { action: 'action' })
  const clarifies = get(item, 'action') === 'clarification'
  return shape(item, 'assistant', clarifies ? 'assistant_clarification' : 'assistant_response', fields)
}

const callOf = (item: Item, tool: 'tool' | 'skill'): Deed => ({
  kind: 'call',
  id: get(item, 'callId') ?? '',
  name: get(item, tool) ?? tool,
})

const workflow: Shaper = item => {
  const action = get(item, 'action')
  if (action === 'tool_call' || action === 'skill_call') {
    const tool = action === 'tool_call' ? 'tool' : 'skill'
    const fields = { action: 'action', [tool]: tool, call_id: 'callId', status: 'status' } as const
    return shape(item, 'assistant', action, fields, { deed: callOf(item, tool) })
  }
  // Without an action it tells how to work.
  return shape(item, action === undefined ? 'system' : 'assistant', 'workflow', { action: 'action' })
}

const delegation: Shaper = item => {
  const id = { subagent_id: 'subagent' } as const
  const told = { told: names.action }
  switch (get(item, 'action')) {
    case 'spawn_subagent':
      return shape(item, 'assistant', 'spawn_subagent', { ...id, agent_type: 'agentType' }, told)
    case 'message_subagent':
    case 'message_to_subagent':
      return shape(item, 'assistant', 'message_to_subagent', id, told)
    case 'subagent_result':
      return shape(item, 'assistant', 'subagent_result', { ...id, success: 'success' }, told)
    case 'subagent_error':
      return shape(item, 'assistant', 'subagent_error', id, told)
  }
  if (fieldOf(item, ...names.parent) !== undefined)
    return shape(item, 'user', 'parent_agent_message', { parent_agent_id: 'parent' }, told)
  return shape(item, 'assistant', 'delegation', { action: 'action' })
}

const environment: Shaper = item => {
  const source = get(item, 'source')
  const [tool] = /^(tool|skill)(?=$|_error$)/.exec(source ?? '') ?? []
  if (tool !== 'tool' && tool !== 'skill') return shape(item, 'user', 'environment', { source: 'source' })
  const failed =
    source?.endsWith('_error') || get(item, 'success') === 'false' || get(item, 'error') === 'true'
  return shape(item, 'user', `${tool}_result`, { [tool]: tool, call_id: 'callId' } as Record<string, Field>, {
    attributes: { success: String(!failed), error: failed ? 'true' : undefined },
    told: [...names.source, ...names.success, ...names.error],
    deed: { kind: 'result', id: get(item, 'callId') ?? '', name: get(item, tool) ?? '', failed },
  })
}

const flowNames: Readonly<Record<string, string>> = {
  USER: 'user_intervention',
  THINKING: 'thinking',
  RESPONSE: 'assistant_response',
  AGENT_ACTION: 'agent_action',
  ACTION_RESPONSE: 'action_response',
}

const workingFlow: Shaper = item => {
  const { subType } = item
  if (subType === 'COMPACTED')
    return shape(item, 'assistant', 'progress_summary', {
      compacted_at: 'compactedAt',
      original_count: 'originalCount',
    })
  if (item.custom.subType === 'todo') return shape(item, 'assistant', 'todo_update', { action: 'action' })
  const name = flowNames[subType ?? ''] ?? 'working_flow'
  const role = subType === 'USER' || subType === 'ACTION_RESPONSE' ? 'user' : 'assistant'
  const attributes = { subtype: subType }
  const action = get(item, 'action')
  if (subType === 'AGENT_ACTION' && (action === 'tool_call' || action === 'skill_call')) {
    const tool = action === 'tool_call' ? 'tool' : 'skill'
    const fields = { [tool]: tool, call_id: 'callId', status: 'status' } as Record<string, Field>
    const call = shape(item, role, name, fields, { told: names.action, deed: callOf(item, tool) })
    return { ...call, attributes: { ...attributes, ...call.attributes } }
  }
  if (subType !== 'ACTION_RESPONSE') return shape(item, role, name, {}, { attributes })
  const inner = environment(item)
  return inner.deed === undefined
    ? shape(item, role, name, {}, { attributes })
    : { ...inner, name, attributes: { ...attributes, ...inner.attributes } }
}

const output: Shaper = item => {
  const action = get(item, 'action')
  const told = { told: names.action }
  switch (action) {
    case 'task_completed':
      return shape(item, 'assistant', action, {}, told)
    case 'task_abandoned':
      return shape(item, 'assistant', action, { reason: 'reason' }, told)
    case 'task_terminated':
      return shape(item, 'assistant', action, { terminated_by: 'terminatedBy' }, told)
    default:
      return shape(item, 'assistant', 'output', { action: 'action' })
  }
}

const shapes: Readonly<Record<string, Shaper>> = {
  SYSTEM: system,
  AGENT: agent,
  WORKFLOW: workflow,
  DELEGATION: delegation,
  ENVIRONMENT: environment,
  WORKING_FLOW: workingFlow,
  OUTPUT: output,
}
