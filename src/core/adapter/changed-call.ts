import type { PairedCall } from '../ir/block.ts'
import type { JsonObject } from '../ir/json.ts'
import { readArguments } from '../lower/arguments.ts'
import { needsDerivedId } from '../session/unit/derive-id.ts'

/** Tool call in a form that every provider accepts. */
export interface ChangedCall {
  readonly id: string
  readonly value: JsonObject
  readonly text: string
  /** Whether the id or the arguments differ from the input. */
  readonly changed: boolean
}

/** Returns a tool call with an id and arguments that can be sent. */
export function repairCall({ part, givenId, derivedId }: PairedCall): ChangedCall {
  const id = givenId !== null && !needsDerivedId(givenId) ? givenId : derivedId
  const { value, text, repaired } = readArguments(part)
  return { id, value, text, changed: id !== part.id || repaired }
}
