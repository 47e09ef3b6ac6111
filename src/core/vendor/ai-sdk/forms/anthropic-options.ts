import type { BlockItem } from '../../../ir/block.ts'
import type { Extra } from '../../../ir/extra.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../ir/json.ts'
import { addProviderOption, isFilledText, isOfSDK, type Options, optionsForTarget } from '../rows/options.ts'

/** Returns the reference from a call to the code execution that made the call, in the API's spelling. */
export function codeExecutionCaller({ caller }: Options): JsonObject | undefined {
  if (!isObject(caller)) return undefined
  const { type, toolId } = caller
  if (type === 'direct') return { type }
  return typeof type === 'string' && isFilledText(toolId) ? { type, tool_id: toolId } : undefined
}

/** Two names of the option for a cache mark. The AI SDK's converter reads both. */
export const markNames = ['cacheControl', 'cache_control'] as const

/** Returns the cache mark, whichever of its two names the options use. */
export function cacheMark({ cacheControl, cache_control: alike }: Options): JsonValue | undefined {
  const mark = cacheControl ?? alike
  return isObject(mark) && mark.type === 'ephemeral' ? (mark as JsonValue) : undefined
}

/** Kinds of parts that can take over the cache mark of their message. */
const bearers: ReadonlySet<string> = new Set(['text', 'file', 'tool-call'])

/**
 * Returns new fields for the parts that get the cache mark of their whole message. The API can mark only blocks, so the
 * mark moves to the message's last part, unless that part has its own mark. The AI SDK's converter does this too.
 */
export function messageMarks(items: readonly BlockItem[]): ReadonlyMap<BlockItem, Extra> {
  const marks = new Map<BlockItem, Extra>()
  const seen = new Set<number>()
  const markIn = (extra: Extra | undefined): JsonValue | undefined =>
    isOfSDK(extra) ? cacheMark(optionsForTarget(extra.fields, 'anthropic')) : undefined
  for (const item of [...items].reverse()) {
    const { part, seq, envelope } = item
    if (seen.has(seq) || !bearers.has(part.kind)) continue
    seen.add(seq)
    const mark = markIn(envelope)
    const extra = 'extra' in part ? part.extra : undefined
    if (mark === undefined || (extra !== undefined && !isOfSDK(extra)) || markIn(extra) !== undefined)
      continue
    marks.set(item, addProviderOption(extra, 'anthropic', 'cacheControl', mark))
  }
  return marks
}
