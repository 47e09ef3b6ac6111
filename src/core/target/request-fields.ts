import { loneSurrogatesReplaced } from '../diag/history.ts'
import { type FieldOwner, fieldsDropped, fieldsKept } from '../diag/importing.ts'
import type { JsonObject } from '../ir/json.ts'
import type { TargetName } from '../ir/target-name.ts'
import { copyJson, isWellFormedJson } from '../text/well-formed.ts'
import type { HeadTally } from './head.ts'
import type { Setting } from './target.ts'

/** Top-level fields that requests of one API may have. */
export interface RequestForm {
  /** Format of requests for this API. */
  readonly format: TargetName
  /** Fields that the API itself accepts. */
  readonly fields: readonly string[]
  /** Additional fields of services that host the API's own models under the models' usual ids. */
  readonly ofServers?: readonly string[]
  readonly owner: FieldOwner
  /**
   * Whether another server than the API's own may serve the model, so that unknown fields are sent too. False if no
   * model is given.
   */
  readonly isOpen: (model: string | null) => boolean
}

/** Splits lines into words, and returns all words in one list. */
export const splitIntoWords = (...lines: string[]): readonly string[] =>
  lines.flatMap(line => line.split(' '))

/**
 * Returns the fields of an imported request that are sent again. Unknown fields are dropped, because an API refuses
 * them and a client omits them. They are sent if another vendor's server may serve the model, because this server may
 * accept them.
 */
export function importedFieldsFor(
  { format, fields, ofServers, owner, isOpen }: RequestForm,
  { agent: { extra }, model }: Pick<Setting<unknown>, 'agent' | 'model'>,
  tally: HeadTally,
): JsonObject {
  if (extra?.format !== format) return {}
  const isFit = isWellFormedJson(extra.fields)
  if (!isFit) tally.say(loneSurrogatesReplaced(['d:extra']))
  const given = isFit ? extra.fields : copyJson(extra.fields)
  const unknown = Object.keys(given).filter(field => !fields.includes(field))
  const served = isOpen(model) ? unknown : unknown.filter(field => ofServers?.includes(field))
  if (served.length > 0) tally.say(fieldsKept(served, owner))
  const strange = unknown.filter(field => !served.includes(field))
  if (strange.length === 0) return given
  tally.say(fieldsDropped(strange, fields, owner))
  return Object.fromEntries(Object.entries(given).filter(([field]) => !strange.includes(field)))
}
