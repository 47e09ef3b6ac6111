import { type Field, find, hasField, textField } from './fields.ts'
import type { Item } from './item.ts'

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
  /** Fields of the content that the tag tells. */
  readonly told: readonly string[]
  readonly deed?: Deed
}

/** A shape whose attributes are these fields, under these names. `told` are fields that the rest of the tag tells. */
function shape(
  item: Item,
  role: ContextMessageRole,
  name: string,
  fields: Readonly<Record<string, Field>> = {},
  rest: Omit<Partial<Shape>, 'told'> & { readonly told?: readonly Field[] } = {},
): Shape {
  const found = Object.entries(fields).map(([key, field]) => [key, find(item, field)] as const)
  const attributes = Object.fromEntries(found.map(([key, value]) => [key, value?.text]))
  const beside = (rest.told ?? []).map(field => find(item, field))
  const told = [...found.map(([, value]) => value), ...beside].flatMap(value => value?.key ?? [])
  return {
    role,
    name,
    attributes: { ...attributes, ...rest.attributes },
    told,
    ...(rest.deed && { deed: rest.deed }),
  }
}

/** The shape of an item by its type: the tags, attributes and roles of the memory format. A summary is words alone. */
export function shapeOf(item: Item): Shape {
  const made = (shapes.get(item.chunk.type) ?? other)(item)
  if (item.covers === null || made.deed === undefined) return made
  const { deed: _, ...words } = made
  return words
}

type Shaper = (item: Item) => Shape

const words = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const other: Shaper = item =>
  shape(item, 'user', 'chunk', {}, { attributes: { type: words(item.chunk.type) } })

const system: Shaper = item =>
  shape(item, 'system', 'system_context', {}, { attributes: { priority: String(item.priority) } })

const agent: Shaper = item => {
  const role = textField(item, 'role')
  const fields = { role: 'role', action: 'action' } as const
  if (role === 'user') return shape(item, 'user', 'user_message', fields)
  // What no one says are the instructions of the agent itself.
  if (role !== 'assistant') return shape(item, 'system', 'agent_message', { action: 'action' })
  const clarifies = textField(item, 'action') === 'clarification'
  return shape(item, 'assistant', clarifies ? 'assistant_clarification' : 'assistant_response', fields)
}

/** What an item calls by its action; null for anything else. */
function calledBy(item: Item): 'tool' | 'skill' | null {
  const action = textField(item, 'action')
  return action === 'tool_call' ? 'tool' : action === 'skill_call' ? 'skill' : null
}

const callOf = (item: Item, tool: 'tool' | 'skill'): Deed => ({
  kind: 'call',
  id: textField(item, 'callId') ?? '',
  name: textField(item, tool) ?? tool,
})

const workflow: Shaper = item => {
  const tool = calledBy(item)
  if (tool !== null) {
    const fields = { action: 'action', [tool]: tool, call_id: 'callId', status: 'status' } as const
    return shape(item, 'assistant', `${tool}_call`, fields, { deed: callOf(item, tool) })
  }
  // Without an action it tells how to work.
  const role = textField(item, 'action') === undefined ? 'system' : 'assistant'
  return shape(item, role, 'workflow', { action: 'action' })
}

const delegation: Shaper = item => {
  const id = { subagent_id: 'subagent' } as const
  const told = { told: ['action'] } as const
  switch (textField(item, 'action')) {
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
  if (hasField(item, 'parent'))
    return shape(item, 'user', 'parent_agent_message', { parent_agent_id: 'parent' }, told)
  return shape(item, 'assistant', 'delegation', { action: 'action' })
}

const environment: Shaper = item => {
  const source = textField(item, 'source')
  const [, tool, ends] = /^(tool|skill)(_error)?$/.exec(source ?? '') ?? []
  if (tool !== 'tool' && tool !== 'skill') return shape(item, 'user', 'environment', { source: 'source' })
  const [success, error] = [textField(item, 'success'), textField(item, 'error')]
  const failed = ends !== undefined || success === 'false' || error === 'true'
  // What says something else than the tag does stands in the words.
  const told: Field[] = ['source']
  if (success === String(!failed)) told.push('success')
  if (error === String(failed)) told.push('error')
  return shape(item, 'user', `${tool}_result`, { [tool]: tool, call_id: 'callId' } as Record<string, Field>, {
    attributes: { success: String(!failed), error: failed ? 'true' : undefined },
    told,
    deed: { kind: 'result', id: textField(item, 'callId') ?? '', name: textField(item, tool) ?? '', failed },
  })
}

const flowNames: ReadonlyMap<unknown, string> = new Map([
  ['USER', 'user_intervention'],
  ['THINKING', 'thinking'],
  ['RESPONSE', 'assistant_response'],
  ['AGENT_ACTION', 'agent_action'],
  ['ACTION_RESPONSE', 'action_response'],
])

const workingFlow: Shaper = item => {
  const { subType } = item
  if (subType === 'COMPACTED')
    return shape(item, 'assistant', 'progress_summary', {
      compacted_at: 'compactedAt',
      original_count: 'originalCount',
    })
  if (item.custom.subType === 'todo') return shape(item, 'assistant', 'todo_update', { action: 'action' })
  const name = flowNames.get(subType) ?? 'working_flow'
  const role = subType === 'USER' || subType === 'ACTION_RESPONSE' ? 'user' : 'assistant'
  const attributes = { subtype: words(subType) }
  const tool = subType === 'AGENT_ACTION' ? calledBy(item) : null
  if (tool !== null) {
    const fields = { [tool]: tool, call_id: 'callId', status: 'status' } as Record<string, Field>
    const call = shape(item, role, name, fields, { told: ['action'], deed: callOf(item, tool) })
    return { ...call, attributes: { ...attributes, ...call.attributes } }
  }
  if (subType !== 'ACTION_RESPONSE') return shape(item, role, name, {}, { attributes })
  const inner = environment(item)
  return inner.deed === undefined
    ? shape(item, role, name, {}, { attributes })
    : { ...inner, name, attributes: { ...attributes, ...inner.attributes } }
}

const output: Shaper = item => {
  const action = textField(item, 'action')
  const told = { told: ['action'] } as const
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

const shapes: ReadonlyMap<unknown, Shaper> = new Map([
  ['SYSTEM', system],
  ['AGENT', agent],
  ['WORKFLOW', workflow],
  ['DELEGATION', delegation],
  ['ENVIRONMENT', environment],
  ['WORKING_FLOW', workingFlow],
  ['OUTPUT', output],
])
