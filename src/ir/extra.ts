import type { FormatName } from './format-name.ts'
import type { JsonObject } from './json.ts'

/** Wire fields with no meaning of their own here: given back to the format they came from, to no other. */
export interface Extra {
  readonly format: FormatName
  readonly fields: JsonObject
}

/** A wire item replayed verbatim to the provider that defined it, and shown in plain form elsewhere. */
export interface Native {
  readonly format: FormatName
  readonly payload: JsonObject
}
