import type { Extra } from '../ir/extra.ts'
import { isObject, type JsonValue } from '../ir/json.ts'
import type { TargetName } from '../ir/target-name.ts'

/** Formats that mark what to cache in one way: Anthropic's own, and Chat as gateways in front of Claude speak it. */
const formats: ReadonlySet<string> = new Set(['anthropic', 'openai-chat'])

/** The cache mark that a piece of another format brought, where this format marks alike; undefined for none. */
export function sharedMark(extra: Extra | undefined, format: TargetName): JsonValue | undefined {
  if (extra === undefined || extra.format === format) return undefined
  const mark = formats.has(format) && formats.has(extra.format) ? extra.fields.cache_control : undefined
  return isObject(mark) && mark.type === 'ephemeral' ? (mark as JsonValue) : undefined
}
