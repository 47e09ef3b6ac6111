import type { FormatName } from './extra.ts'
import type { JsonObject } from './json.ts'

/** A provider-specific item that other providers cannot interpret; it is sent back to its provider unchanged. */
export interface OpaquePart {
  readonly kind: 'opaque'
  readonly format: FormatName
  /** Type of the item on the wire (`web_search_call`, `compaction`, …). */
  readonly type: string
  readonly payload: JsonObject
  /** Whether the item is a piece of a message's content instead of a separate item. */
  readonly inline?: true
  /** Name of the provider, taken from the matching call or result, if this item does not name it. */
  readonly owner?: string
  /** The model that made the item, if known. */
  readonly model?: string
}
