import type { ChunkContent } from './chunk.ts'
import type { Item } from './item.ts'

/** Spellings of each field's name, in lookup order. */
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

export type ItemField = keyof typeof names

type From = Pick<Item, 'content' | 'custom'>

/** Value of a field that was found in an item. */
export interface FoundField {
  readonly text: string
  /** Key under which the item's content has the field; null if the item's custom data has it. */
  readonly key: string | null
}

/** Finds a field in an item's content, or else its custom data. Its value is a string, number or boolean. */
export function findField({ content, custom }: From, field: ItemField): FoundField | undefined {
  for (const key of names[field]) {
    const text = scalarText((content as Readonly<Record<string, unknown>>)[key])
    if (text !== undefined) return { text, key }
  }
  for (const key of names[field]) {
    const text = scalarText(custom[key])
    if (text !== undefined) return { text, key: null }
  }
  return undefined
}

/** Returns the value of an item's field as text; undefined if the item does not have the field. */
export const fieldText = (item: From, field: ItemField): string | undefined => findField(item, field)?.text

/** Keys under which an item may have the arguments of a call. */
const given = ['arguments', 'input'] as const

/** Returns the content of a call. If the content lacks the arguments, they are taken from the item's custom data. */
export function contentWithArguments({ content, custom }: From): ChunkContent {
  if (given.some(key => isPresent((content as Readonly<Record<string, unknown>>)[key]))) return content
  const key = given.find(name => isPresent(custom[name]))
  return key === undefined ? content : { ...content, [key]: custom[key] }
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null

/** Whether an item has a field with any value, even null or an unknown one. */
export const hasField = ({ content, custom }: From, field: ItemField): boolean =>
  names[field].some(
    key => (content as Readonly<Record<string, unknown>>)[key] !== undefined || custom[key] !== undefined,
  )

const scalarText = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : undefined
