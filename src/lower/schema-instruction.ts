import type { JsonObject } from '../ir/json.ts'
import { toJson } from '../text/json.ts'

/**
 * The words that ask for the form of an answer where no field of a request does. Changing them changes old requests: it is
 * breaking.
 */
export const schemaInstruction = (schema: JsonObject): string =>
  `Reply with valid JSON matching this schema: ${toJson(schema)}`
