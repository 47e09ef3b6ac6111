import type { PairedCall } from '../ir/block.ts'
import type { JsonObject } from '../ir/json.ts'
import { readArguments } from '../lower/arguments.ts'

/** A call as every provider takes it. */
export interface ChangedCall {
  readonly id: string
  readonly value: JsonObject
  readonly text: string
  /** It is not what came in. */
  readonly changed: boolean
}

/** Ids that every provider takes. */
const legalEverywhere = /^[a-zA-Z0-9_-]{1,40}$/

/** A call with an id and arguments that can be sent. */
export function changedCall({ part, givenId, derivedId }: PairedCall): ChangedCall {
  const id = givenId !== null && legalEverywhere.test(givenId) ? givenId : derivedId
  const { value, text, repaired } = readArguments(part)
  return { id, value, text, changed: id !== part.id || repaired }
}
