import { idChanged } from '../diag/history.ts'
import type { JsonObject } from '../ir/json.ts'
import type { Origin } from '../ir/origin.ts'
import { deriveId } from '../session/unit/derive-id.ts'
import { containsTag } from '../trust/fence.ts'
import type { Writer } from './writer.ts'

const none: ReadonlySet<string> = new Set()

/**
 * Returns an id by which one item refers to another, neither of them a call of the session: the given id if it may be
 * sent, else one derived from it alone, so that both items still match wherever they are.
 */
export function linkId(
  writer: Writer,
  given: string,
  origin: Origin,
  isLegal: (id: string) => boolean = () => true,
): string {
  // Every character of an id counts, so an id that looks like a fence is replaced, not escaped.
  if (isLegal(given) && !containsTag(given)) return given
  writer.note({ kind: 'CX3003', say: idChanged, at: origin })
  writer.edit('repaired')
  return deriveId(given, 0, 0, none)
}

/** Marks the ids of a written item that differ from its given ids. */
export function markLinks(writer: Writer, wire: object, given: JsonObject, linked: JsonObject): void {
  for (const [key, id] of Object.entries(linked))
    if (id !== given[key]) writer.setting.origins.key(wire, key, 'c:new-id')
}
