import type { ChunkContent } from './chunk.ts'
import type { Item } from './item.ts'

/** Names of each field, in lookup order. */
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

/** Value of a field of an item. */
export interface FoundField {
  readonly text: string
  /** Key in the content; null if the field is in the item's custom data. */
  readonly key: string | null
}

/** Finds a field in the content, else in the custom data, by its first name with a string, number or boolean. */
export function findField({ content, custom }: From, field: ItemField): FoundField | undefined {
  for (const key of names[field]) {
    const text = scalar((content as Readonly<Record<string, unknown>>)[key])
    if (text !== undefined) return { text, key }
  }
  for (const key of names[field]) {
    const text = scalar(custom[key])
    if (text !== undefined) return { text, key: null }
  }
  return undefined
}

/** Returns a field as text; undefined if the item has none. */
export const fieldText = (item: From, field: ItemField): string | undefined => findField(item, field)?.text

/** Keys that may hold the arguments of a call. */
const given = ['arguments', 'input'] as const

/** Returns the content of a call, with its arguments from the custom data if the content has none. */
export function callContent({ content, custom }: From): ChunkContent {
  if (given.some(key => isThere((content as Readonly<Record<string, unknown>>)[key]))) return content
  const key = given.find(name => isThere(custom[name]))
  return key === undefined ? content : { ...content, [key]: custom[key] }
}

const isThere = (value: unknown): boolean => value !== undefined && value !== null

/** Whether an item has a field with any value but undefined; null counts, like an unknown word. */
export const hasField = ({ content, custom }: From, field: ItemField): boolean =>
  names[field].some(
    key => (content as Readonly<Record<string, unknown>>)[key] !== undefined || custom[key] !== undefined,
  )

const scalar = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : undefined
