import { unfitCharacters } from '../diag/history.ts'
import { type FieldOwner, fieldsDropped, fieldsKept } from '../diag/importing.ts'
import type { JsonObject } from '../ir/json.ts'
import type { TargetName } from '../ir/target-name.ts'
import { copyJson, isWellFormedJson } from '../text/well-formed.ts'
import type { HeadTally } from './head.ts'
import type { Setting } from './target.ts'

/** Request fields of one API. */
export interface RequestForm {
  /** Format of requests for this API. */
  readonly format: TargetName
  /** Fields that the API has. */
  readonly fields: readonly string[]
  /** Fields of services that host the API's own models under the usual ids. */
  readonly ofServers?: readonly string[]
  readonly owner: FieldOwner
  /**
   * Whether another server than the API's own may serve the model: further fields are then sent. False without a model.
   */
  readonly isOpen: (model: string | null) => boolean
}

/** Returns the words of lines, as a list. */
export const words = (...lines: string[]): readonly string[] => lines.flatMap(line => line.split(' '))

/**
 * Returns the fields of an imported request that are sent again. An API refuses unknown fields, and a client omits
 * them, so unknown fields are dropped. Other vendors have fields of their own, so these are sent.
 */
export function fieldsFor(
  { format, fields, ofServers, owner, isOpen }: RequestForm,
  { agent: { extra }, model }: Pick<Setting<unknown>, 'agent' | 'model'>,
  tally: HeadTally,
): JsonObject {
  if (extra?.format !== format) return {}
  const isFit = isWellFormedJson(extra.fields)
  if (!isFit) tally.say(unfitCharacters(['d:extra']))
  const given = isFit ? extra.fields : copyJson(extra.fields)
  const unknown = Object.keys(given).filter(field => !fields.includes(field))
  const served = isOpen(model) ? unknown : unknown.filter(field => ofServers?.includes(field))
  if (served.length > 0) tally.say(fieldsKept(served, owner))
  const strange = unknown.filter(field => !served.includes(field))
  if (strange.length === 0) return given
  tally.say(fieldsDropped(strange, fields, owner))
  return Object.fromEntries(Object.entries(given).filter(([field]) => !strange.includes(field)))
}
