import { idChanged } from '../diag/history.ts'
import type { JsonObject } from '../ir/json.ts'
import type { Origin } from '../ir/origin.ts'
import { deriveId } from '../session/unit/derive-id.ts'
import { holdsTag } from '../trust/fence.ts'
import type { Writer } from './writer.ts'

const none: ReadonlySet<string> = new Set()

/**
 * An id by which one item names another, neither of them a call of the session: as given where it is fit to go, else one
 * made of nothing but itself, so that the items still name each other wherever they stand.
 */
export function linkId(
  writer: Writer,
  given: string,
  origin: Origin,
  isLegal: (id: string) => boolean = () => true,
): string {
  // An id is told apart by every sign, so that one which looks like a fence is not escaped but replaced.
  if (isLegal(given) && !holdsTag(given)) return given
  writer.note({ kind: 'CX3003', say: idChanged, at: origin })
  writer.edit('repaired')
  return deriveId(given, 0, 0, none)
}

/** Says of an item that was written which of its ids are not those that it was given with. */
export function markLinks(writer: Writer, wire: object, given: JsonObject, linked: JsonObject): void {
  for (const [key, id] of Object.entries(linked))
    if (id !== given[key]) writer.setting.origins.key(wire, key, 'c:new-id')
}
