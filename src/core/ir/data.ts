import type { JsonValue } from './json.ts'

/** A JSON value in place of text; models read it as JSON text. */
export interface DataPart {
  readonly kind: 'data'
  readonly value: JsonValue
}
