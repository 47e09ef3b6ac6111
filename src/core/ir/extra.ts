import type { FormatName } from './format-name.ts'
import type { JsonObject } from './json.ts'

/** Wire fields without a meaning here, sent back only to the format they came from. */
export interface Extra {
  readonly format: FormatName
  readonly fields: JsonObject
}

/** A wire item, replayed verbatim to the provider that defined it and shown in plain form elsewhere. */
export interface Native {
  readonly format: FormatName
  readonly payload: JsonObject
}
