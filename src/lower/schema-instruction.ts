import type { JsonObject } from '../ir/json.ts'
import { toJson } from '../text/json.ts'

/**
 * Returns the text that asks for an output schema if the request has no field for it. Changing the text changes old
 * requests, so it is a breaking change.
 */
export const schemaInstruction = (schema: JsonObject): string =>
  `Reply with valid JSON matching this schema: ${toJson(schema)}`
