import { isObject, type JsonObject } from '../ir/json.ts'
import { parseJson, toJson } from '../text/json.ts'

const request = 'Reply with valid JSON matching this schema: '

/**
 * Returns an instruction to answer according to an output schema, for a request that has no field for the schema. A
 * change of this text changes earlier requests, so it is a breaking change.
 */
export const schemaInstruction = (schema: JsonObject): string => `${request}${toJson(schema)}`

/** Returns the output schema inside an instruction that `schemaInstruction` wrote; undefined if there is none. */
export function schemaInInstruction(instruction: string): JsonObject | undefined {
  const at = instruction.lastIndexOf(request)
  if (at < 0) return undefined
  const [line = ''] = instruction.slice(at + request.length).split('\n', 1)
  const schema = parseJson(line)
  return isObject(schema) ? (schema as JsonObject) : undefined
}
