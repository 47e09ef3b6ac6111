import type { BlockItem } from '../../ir/block.ts'
import type { Extra } from '../../ir/extra.ts'
import { isObject, type JsonObject, type JsonValue } from '../../ir/json.ts'
import { filled, isOfSDK, type Options, optionsIn, withOption } from './options.ts'

/** The call of a code execution that a block was made by, in the spelling of the API. */
export function callerIn({ caller }: Options): JsonObject | undefined {
  if (!isObject(caller)) return undefined
  const { type, toolId } = caller
  if (type === 'direct') return { type }
  return typeof type === 'string' && filled(toolId) ? { type, tool_id: toolId } : undefined
}

/** Names of the mark of what to cache that the converter reads. */
export const markNames = ['cacheControl', 'cache_control'] as const

/** The mark of what to cache, under either of its names. */
export function cacheMark({ cacheControl, cache_control: alike }: Options): JsonValue | undefined {
  const mark = cacheControl ?? alike
  return isObject(mark) && mark.type === 'ephemeral' ? (mark as JsonValue) : undefined
}

/** Parts on which a message's own mark can stand. */
const bearers: ReadonlySet<string> = new Set(['text', 'file', 'tool-call'])

/**
 * The fields of parts that bear the cache mark of their whole message: the API marks blocks alone, so that the mark goes to
 * the last part, where that has none of its own, as the AI SDK's converter has it.
 */
export function messageMarks(items: readonly BlockItem[]): ReadonlyMap<BlockItem, Extra> {
  const marks = new Map<BlockItem, Extra>()
  const seen = new Set<number>()
  const markIn = (extra: Extra | undefined): JsonValue | undefined =>
    isOfSDK(extra) ? cacheMark(optionsIn(extra.fields, 'anthropic')) : undefined
  for (const item of [...items].reverse()) {
    const { part, seq, envelope } = item
    if (seen.has(seq) || !bearers.has(part.kind)) continue
    seen.add(seq)
    const mark = markIn(envelope)
    const extra = 'extra' in part ? part.extra : undefined
    if (mark === undefined || (extra !== undefined && !isOfSDK(extra)) || markIn(extra) !== undefined)
      continue
    marks.set(item, withOption(extra, 'anthropic', 'cacheControl', mark))
  }
  return marks
}
