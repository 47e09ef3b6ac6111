import { isObject } from '../ir/json.ts'
import type { Part } from '../ir/part.ts'
import type { SessionView } from '../session/unit/session-view.ts'
import { partsOf } from './ends-turn.ts'

/** Units of the current turn with a call that a provider runs once somebody approves it, and nobody has decided on yet. */
export function openApprovals(session: SessionView): readonly number[] {
  const { rows } = session.units
  if (rows.opaque.length === 0) return []
  const asked = new Map<unknown, number>()
  const turn = lastOpener(session)
  for (const unit of rows.opaque) {
    if (unit <= turn || rows.isRewound(unit)) continue
    for (const part of partsOf(session, unit)) {
      const { type, raw } = ownItem(part)
      if (type === 'mcp_approval_request' && rows.ownKindOf(unit) === 'model') asked.set(raw.id, unit)
      else if (type === 'mcp_approval_response') asked.delete(raw.approval_request_id)
    }
  }
  return [...new Set(asked.values())]
}

/** The last unit of a user's; -1 where there is none. */
function lastOpener({ units: { rows } }: SessionView): number {
  let unit = rows.length - 1
  while (unit >= 0 && (rows.ownKindOf(unit) !== 'user' || rows.isRewound(unit))) unit--
  return unit
}

/** A part as an item of the Responses API that is not read otherwise. */
const ownItem = (part: Part): { readonly type: string; readonly raw: Readonly<Record<string, unknown>> } =>
  part.kind === 'opaque' && part.format === 'openai'
    ? { type: part.type, raw: isObject(part.payload) ? part.payload : {} }
    : { type: '', raw: {} }
