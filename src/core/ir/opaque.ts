import type { FormatName } from './extra.ts'
import type { JsonObject } from './json.ts'

/** A provider-specific item without meaning elsewhere, replayed verbatim to that provider and never changed. */
export interface OpaquePart {
  readonly kind: 'opaque'
  readonly format: FormatName
  /** The wire type (`web_search_call`, `compaction`, …). */
  readonly type: string
  readonly payload: JsonObject
  /** Whether the item is a piece of a message's content instead of an item of its own. */
  readonly inline?: true
  /** Name of the provider that the item's other half carries, if this half carries none. */
  readonly owner?: string
  /** The model that made the item, if known. */
  readonly model?: string
}
