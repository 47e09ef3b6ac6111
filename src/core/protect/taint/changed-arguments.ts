import type { JsonObject } from '../../ir/json.ts'
import { valueKey } from '../../text/equal.ts'

/** Returns the arguments that a person changed, with null for those that are gone. */
export const changedArguments = (made: JsonObject, edited: JsonObject): JsonObject =>
  Object.fromEntries(
    [...new Set([...Object.keys(made), ...Object.keys(edited)])].flatMap(name => {
      const [before = null, after = null] = [made[name], edited[name]]
      return valueKey(before) === valueKey(after) ? [] : [[name, after]]
    }),
  )
