import type { BlockItem } from '../ir/block.ts'
import type { Extra } from '../ir/extra.ts'
import { isObject, type JsonObject } from '../ir/json.ts'
import type { TargetName } from '../ir/target-name.ts'
import { sharedMark } from './shared-mark.ts'

const bearers: ReadonlySet<string> = new Set(['text', 'file', 'tool-call'])

/** The fields of a part with the cache mark of its message among the options. */
function withMark(extra: Extra | undefined, cacheControl: JsonObject): Extra {
  const { providerOptions, ...fields } = extra?.fields ?? {}
  const options = isObject(providerOptions) ? (providerOptions as JsonObject) : {}
  const own = isObject(options.anthropic) ? (options.anthropic as JsonObject) : {}
  return {
    format: 'ai-sdk',
    fields: { ...fields, providerOptions: { ...options, anthropic: { ...own, cacheControl } } },
  }
}

/**
 * Items of an AI SDK message that bear the cache mark of the whole message, with the fields that they get: the API marks
 * blocks alone, so that the mark goes to the last part, as the AI SDK's own converter has it.
 */
export function messageMarks(items: readonly BlockItem[], target: TargetName): ReadonlyMap<BlockItem, Extra> {
  const marks = new Map<BlockItem, Extra>()
  const seen = new Set<number>()
  for (const item of [...items].reverse()) {
    const { part, seq, envelope } = item
    if (seen.has(seq) || !bearers.has(part.kind)) continue
    seen.add(seq)
    const mark = envelope?.format === 'ai-sdk' ? sharedMark(envelope, target) : undefined
    const extra = 'extra' in part ? part.extra : undefined
    if (mark === undefined || (extra !== undefined && extra.format !== 'ai-sdk')) continue
    if (sharedMark(extra, target) === undefined) marks.set(item, withMark(extra, mark as JsonObject))
  }
  return marks
}

/** An item with the fields of a mark; the very same without one. */
export function marked<Item extends BlockItem>(item: Item, extra: Extra | undefined): Item {
  return extra === undefined ? item : ({ ...item, part: { ...item.part, extra } } as Item)
}
