import type { ChunkContent } from './chunk.ts'
import { contentWithArguments, fieldText, findField, hasField, type ItemField } from './fields.ts'
import type { Item } from './item.ts'

/** Role of a message. */
export type ContextMessageRole = 'system' | 'user' | 'assistant'

/** Tool call or tool result that an item contains in addition to its text. */
export type Deed =
  | { readonly kind: 'call'; readonly id: string; readonly name: string }
  | { readonly kind: 'result'; readonly id: string; readonly name: string; readonly failed: boolean }

/** Form in which an item is shown. */
export interface ItemShape {
  readonly role: ContextMessageRole
  readonly name: string
  /** Attributes of the item's tag. An attribute whose value is undefined is not written. */
  readonly attributes: Readonly<Record<string, string | undefined>>
  /** Keys of the content that the tag already shows, so that they are not repeated in the text. */
  readonly told: readonly string[]
  readonly deed?: Deed
  /** Role that the item names; set only if the memory format has no such role. */
  readonly unknownRole?: string
}

/** Fields that a tag shows, by the name of the attribute. */
type ShownFields = Readonly<Record<string, ItemField>>

/** Creates a shape whose tag has the given fields as attributes. `rest.told` names fields that the tag implies. */
function makeShape(
  item: Item,
  role: ContextMessageRole,
  name: string,
  fields: ShownFields = {},
  rest: Omit<Partial<ItemShape>, 'told'> & { readonly told?: readonly ItemField[] } = {},
): ItemShape {
  const found = Object.entries(fields).map(([key, field]) => [key, findField(item, field)] as const)
  const attributes = Object.fromEntries(found.map(([key, value]) => [key, value?.text]))
  const beside = (rest.told ?? []).map(field => findField(item, field))
  const told = [...found.map(([, value]) => value), ...beside].flatMap(value => value?.key ?? [])
  return {
    role,
    name,
    attributes: { ...attributes, ...rest.attributes },
    told,
    ...(rest.deed && { deed: rest.deed }),
    ...(rest.unknownRole !== undefined && { unknownRole: rest.unknownRole }),
  }
}

/** Returns the tag, attributes and role of an item, according to its chunk's type. A summary is always plain text. */
export function itemShape(item: Item): ItemShape {
  const made = item.parent === null ? shapeByType(item) : childShape(item, item.parent)
  if (item.covers === null || made.deed === undefined) return made
  const { deed: _, ...words } = made
  return words
}

const shapeByType: Shaper = item => (shapes.get(item.chunk.type) ?? unknownTypeShape)(item)

/** Roles in order of trust, the least trusted first. */
const byTrust: readonly ContextMessageRole[] = ['user', 'assistant', 'system']

/** Returns the shape of a child. A child's role is never more trusted than its chunk's, or raised to `system`. */
function childShape(item: Item, parent: Item): ItemShape {
  if (item.chunk.type === 'WORKING_FLOW') return workingFlowShape(item)
  // Text with a named speaker is not an instruction, even in a SYSTEM chunk.
  const isQuoted = item.chunk.type === 'SYSTEM' && hasField(item, 'role')
  const made = isQuoted
    ? agentShape(item)
    : item.subType === undefined
      ? shapeByType(item)
      : workingFlowShape(item)
  const parentRole = shapeByType(parent).role
  const most = parentRole === 'system' && item.chunk.type !== 'SYSTEM' ? 'user' : parentRole
  if (byTrust.indexOf(made.role) <= byTrust.indexOf(most)) return made
  const { deed: _, ...words } = made
  return { ...words, role: most }
}

type Shaper = (item: Item) => ItemShape

const stringOrUndefined = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined

const unknownTypeShape: Shaper = item =>
  makeShape(item, 'user', 'chunk', {}, { attributes: { type: stringOrUndefined(item.chunk.type) } })

const systemShape: Shaper = item =>
  makeShape(item, 'system', 'system_context', {}, { attributes: { priority: String(item.priority) } })

/** Returns the speaker that an item names, or else its parent chunk; null if neither names a speaker. */
function speakerOf(item: Item): { readonly role: 'user' | 'assistant'; readonly unknown?: string } | null {
  const from = hasField(item, 'role') ? item : item.parent
  if (from === null || !hasField(from, 'role')) return null
  const role = fieldText(from, 'role')
  if (role === 'user' || role === 'assistant') return { role }
  return { role: 'user', unknown: role ?? 'no text' }
}

const agentShape: Shaper = item => {
  const speaker = speakerOf(item)
  // An AGENT chunk without a speaker contains the agent's own instructions.
  if (speaker === null) return makeShape(item, 'system', 'agent_message', { action: 'action' })
  const { role, unknown } = speaker
  const fields = { role: 'role', action: 'action' } as const
  if (unknown !== undefined) return makeShape(item, 'user', 'agent_message', fields, { unknownRole: unknown })
  const inherited = { attributes: { role } }
  if (role === 'user') return makeShape(item, 'user', 'user_message', fields, inherited)
  const clarifies = fieldText(item, 'action') === 'clarification'
  const name = clarifies ? 'assistant_clarification' : 'assistant_response'
  return makeShape(item, 'assistant', name, fields, inherited)
}

/** Returns whether an item is a call of a tool or of a skill, according to its action; null for any other action. */
function callKindOf(item: Item): 'tool' | 'skill' | null {
  const action = fieldText(item, 'action')
  return action === 'tool_call' ? 'tool' : action === 'skill_call' ? 'skill' : null
}

/** Returns the content of an item. For a call whose content lacks arguments, they are taken from its custom data. */
export const itemContent = (item: Item): ChunkContent =>
  callKindOf(item) === null ? item.content : contentWithArguments(item)

const makeCallDeed = (item: Item, tool: 'tool' | 'skill'): Deed => ({
  kind: 'call',
  id: fieldText(item, 'callId') ?? '',
  name: fieldText(item, tool) ?? tool,
})

const workflowShape: Shaper = item => {
  const tool = callKindOf(item)
  if (tool !== null) {
    const fields = { action: 'action', [tool]: tool, call_id: 'callId', status: 'status' } as const
    return makeShape(item, 'assistant', `${tool}_call`, fields, { deed: makeCallDeed(item, tool) })
  }
  const speaker = speakerOf(item)
  // A WORKFLOW chunk with neither an action nor a speaker is an instruction.
  if (speaker === null) {
    const role = fieldText(item, 'action') === undefined ? 'system' : 'assistant'
    return makeShape(item, role, 'workflow', { action: 'action' })
  }
  const named = speaker.unknown === undefined ? {} : { unknownRole: speaker.unknown }
  return makeShape(item, speaker.role, 'workflow', { role: 'role', action: 'action' }, named)
}

const whose: ShownFields = { subagent_id: 'subagent' }

/** Tags and attributes of delegations, by action. */
const delegations: ReadonlyMap<string | undefined, readonly [name: string, fields: ShownFields]> = new Map([
  ['spawn_subagent', ['spawn_subagent', { ...whose, agent_type: 'agentType' }]],
  ['message_subagent', ['message_to_subagent', whose]],
  ['message_to_subagent', ['message_to_subagent', whose]],
  ['subagent_result', ['subagent_result', { ...whose, success: 'success' }]],
  ['subagent_error', ['subagent_error', whose]],
])

const delegationShape: Shaper = item => {
  const known = delegations.get(fieldText(item, 'action'))
  if (known) return makeShape(item, 'assistant', ...known, { told: ['action'] })
  if (hasField(item, 'parent'))
    return makeShape(
      item,
      'user',
      'parent_agent_message',
      { parent_agent_id: 'parent' },
      { told: ['action'] },
    )
  return makeShape(item, 'assistant', 'delegation', { action: 'action' })
}

const environmentShape: Shaper = item => {
  const source = fieldText(item, 'source')
  const [, tool, ends] = /^(tool|skill)(_error)?$/.exec(source ?? '') ?? []
  if (tool !== 'tool' && tool !== 'skill') return makeShape(item, 'user', 'environment', { source: 'source' })
  const [success, error] = [fieldText(item, 'success'), fieldText(item, 'error')]
  const failed = ends !== undefined || success === 'false' || error === 'true'
  // Fields that contradict the tag remain in the text, so that no information is lost.
  const told: ItemField[] = ['source']
  if (success === String(!failed)) told.push('success')
  if (error === String(failed)) told.push('error')
  return makeShape(
    item,
    'user',
    `${tool}_result`,
    { [tool]: tool, call_id: 'callId' } as Record<string, ItemField>,
    {
      attributes: { success: String(!failed), error: failed ? 'true' : undefined },
      told,
      deed: {
        kind: 'result',
        id: fieldText(item, 'callId') ?? '',
        name: fieldText(item, tool) ?? '',
        failed,
      },
    },
  )
}

const flowNames: ReadonlyMap<unknown, string> = new Map([
  ['USER', 'user_intervention'],
  ['THINKING', 'thinking'],
  ['RESPONSE', 'assistant_response'],
  ['AGENT_ACTION', 'agent_action'],
  ['ACTION_RESPONSE', 'action_response'],
])

const workingFlowShape: Shaper = item => {
  const { subType } = item
  if (subType === 'COMPACTED')
    return makeShape(item, 'assistant', 'progress_summary', {
      compacted_at: 'compactedAt',
      original_count: 'originalCount',
    })
  if (item.custom.subType === 'todo') return makeShape(item, 'assistant', 'todo_update', { action: 'action' })
  const name = flowNames.get(subType) ?? 'working_flow'
  const role = subType === 'USER' || subType === 'ACTION_RESPONSE' ? 'user' : 'assistant'
  const attributes = { subtype: stringOrUndefined(subType) }
  const tool = subType === 'AGENT_ACTION' ? callKindOf(item) : null
  if (tool !== null) {
    const fields = { [tool]: tool, call_id: 'callId', status: 'status' } as Record<string, ItemField>
    const call = makeShape(item, role, name, fields, { told: ['action'], deed: makeCallDeed(item, tool) })
    return { ...call, attributes: { ...attributes, ...call.attributes } }
  }
  const result = subType === 'ACTION_RESPONSE' ? environmentShape(item) : null
  if (!result?.deed) return makeShape(item, role, name, {}, { attributes })
  return { ...result, name, attributes: { ...attributes, ...result.attributes } }
}

/** Attributes for each outcome of a task. The outcome's action is also the name of the tag. */
const outcomes: ReadonlyMap<string, ShownFields> = new Map([
  ['task_completed', {}],
  ['task_abandoned', { reason: 'reason' }],
  ['task_terminated', { terminated_by: 'terminatedBy' }],
])

const outputShape: Shaper = item => {
  const action = fieldText(item, 'action') ?? ''
  const fields = outcomes.get(action)
  if (fields) return makeShape(item, 'assistant', action, fields, { told: ['action'] })
  return makeShape(item, 'assistant', 'output', { action: 'action' })
}

const shapes: ReadonlyMap<unknown, Shaper> = new Map([
  ['SYSTEM', systemShape],
  ['AGENT', agentShape],
  ['WORKFLOW', workflowShape],
  ['DELEGATION', delegationShape],
  ['ENVIRONMENT', environmentShape],
  ['WORKING_FLOW', workingFlowShape],
  ['OUTPUT', outputShape],
])
