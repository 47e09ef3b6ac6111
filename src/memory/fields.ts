import type { ChunkContent } from './chunk.ts'
import type { Item } from './item.ts'

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

export type Field = keyof typeof names

type From = Pick<Item, 'content' | 'custom'>

/** A field that an item has. */
export interface FoundField {
  readonly text: string
  /** The name that it has in the content; null where it stands beside it. */
  readonly key: string | null
}

/** A field, in the content or beside it, by the first of its names that has words, a number or a boolean. */
export function findField({ content, custom }: From, field: Field): FoundField | undefined {
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

/** The words of a field; undefined where there are none. */
export const textField = (item: From, field: Field): string | undefined => findField(item, field)?.text

/** The names that hold what a call is given. */
const given = ['arguments', 'input'] as const

/** Returns the content of a call, with its arguments where they stand beside the content. */
export function callContent({ content, custom }: From): ChunkContent {
  if (given.some(key => isThere((content as Readonly<Record<string, unknown>>)[key]))) return content
  const key = given.find(name => isThere(custom[name]))
  return key === undefined ? content : { ...content, [key]: custom[key] }
}

const isThere = (value: unknown): boolean => value !== undefined && value !== null

/** Whether an item has a field at all, whatever it holds: null too, which says as little as a word that nobody knows. */
export const hasField = ({ content, custom }: From, field: Field): boolean =>
  names[field].some(
    key => (content as Readonly<Record<string, unknown>>)[key] !== undefined || custom[key] !== undefined,
  )

const scalar = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : undefined
