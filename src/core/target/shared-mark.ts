import type { Extra } from '../ir/extra.ts'
import { isObject, type JsonValue } from '../ir/json.ts'
import type { TargetName } from '../ir/target-name.ts'

/**
 * Formats with one kind of cache mark: Anthropic's format, and that of Chat Completions as extended by gateways to
 * Claude.
 */
const formats: ReadonlySet<string> = new Set(['anthropic', 'openai-chat'])

/**
 * Returns the cache mark on a piece of another format, if the target's format has the same kind of mark; else
 * undefined.
 */
export function sharedMark(extra: Extra | undefined, format: TargetName): JsonValue | undefined {
  if (extra === undefined || extra.format === format) return undefined
  const mark = formats.has(format) && formats.has(extra.format) ? extra.fields.cache_control : undefined
  return isObject(mark) && mark.type === 'ephemeral' ? (mark as JsonValue) : undefined
}
