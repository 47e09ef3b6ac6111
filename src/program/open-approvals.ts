import { isObject } from '../ir/json.ts'
import type { Part } from '../ir/part.ts'
import type { SessionView } from '../session/unit/session-view.ts'
import { partsOf } from './turn/ends-turn.ts'

/** Returns the units since an event with a provider-run call that waits for approval and has no decision yet. */
export function openApprovals(session: SessionView, from: number): readonly number[] {
  const { rows } = session.units
  if (rows.opaque.length === 0) return []
  const asked = new Map<unknown, number>()
  for (const unit of rows.opaque) {
    if (rows.seqOf(unit) < from || rows.isRewound(unit)) continue
    for (const part of partsOf(session, unit)) {
      const { type, raw } = ownItem(part)
      if (type === 'mcp_approval_request' && rows.ownKindOf(unit) === 'model') asked.set(raw.id, unit)
      else if (type === 'mcp_approval_response') asked.delete(raw.approval_request_id)
    }
  }
  return [...new Set(asked.values())]
}

/** Returns a part as an item of the Responses API that has no part kind of its own. */
const ownItem = (part: Part): { readonly type: string; readonly raw: Readonly<Record<string, unknown>> } =>
  part.kind === 'opaque' && part.format === 'openai'
    ? { type: part.type, raw: isObject(part.payload) ? part.payload : {} }
    : { type: '', raw: {} }
