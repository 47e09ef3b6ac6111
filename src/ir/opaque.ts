import type { FormatName } from './format-name.ts'
import type { JsonObject } from './json.ts'

/** A provider's own item that means nothing elsewhere: replayed verbatim to that provider, never changed. */
export interface OpaquePart {
  readonly kind: 'opaque'
  readonly format: FormatName
  /** The wire type (`web_search_call`, `compaction`, …). */
  readonly type: string
  readonly payload: JsonObject
  /** A piece of a message's content, not an item of its own. */
  readonly inline?: true
  /** The provider's name that the other half of it bears, where it bears none itself. */
  readonly owner?: string
  /** The model that made it, when known. */
  readonly model?: string
}
