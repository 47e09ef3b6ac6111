import { idChanged } from '../diag/history.ts'
import type { JsonObject } from '../ir/json.ts'
import type { Origin } from '../ir/origin.ts'
import { deriveId } from '../session/unit/derive-id.ts'
import { containsTag } from '../trust/fence.ts'
import type { Writer } from './writer.ts'

const none: ReadonlySet<string> = new Set()

/**
 * Returns an id by which one item refers to another, where neither is a call of the session. The given id is returned
 * if it is legal. Otherwise the id is derived only from the given id, so that both items still match.
 */
export function linkId(
  writer: Writer,
  given: string,
  origin: Origin,
  isLegal: (id: string) => boolean = () => true,
): string {
  // An id that looks like one of the compiler's tags would be escaped and so changed. It is replaced instead.
  if (isLegal(given) && !containsTag(given)) return given
  writer.note({ kind: 'CX3003', say: idChanged, at: origin })
  writer.edit('repaired')
  return deriveId(given, 0, 0, none)
}

/** Records the origin of each id in a written item. One of the ids replaced an id in the given item. */
export function recordNewLinkIds(writer: Writer, wire: object, given: JsonObject, linked: JsonObject): void {
  for (const [key, id] of Object.entries(linked))
    if (id !== given[key]) writer.setting.origins.recordKey(wire, key, 'c:new-id')
}
