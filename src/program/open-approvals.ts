import { isObject, type JsonValue } from '../ir/json.ts'
import type { OpaquePart } from '../ir/opaque.ts'
import type { SessionView } from '../session/unit/session-view.ts'
import { partsOf } from './turn/ends-turn.ts'

/** Item by which a provider asks for an approval, or by which an app answers; `id` is the request's. */
interface ApprovalItem {
  readonly kind: 'request' | 'response'
  readonly id: JsonValue | undefined
}

/** Returns the units since an event with a provider-run call that waits for approval and has no decision yet. */
export function openApprovals(session: SessionView, from: number): readonly number[] {
  const { rows } = session.units
  if (rows.opaque.length === 0) return []
  const asked = new Map<unknown, number>()
  for (const unit of rows.opaque) {
    if (rows.seqOf(unit) < from || rows.isRewound(unit)) continue
    for (const part of partsOf(session, unit)) {
      const item = part.kind === 'opaque' ? approvalItem(part) : null
      if (item?.kind === 'request' && rows.ownKindOf(unit) === 'model') asked.set(item.id, unit)
      else if (item?.kind === 'response') asked.delete(item.id)
    }
  }
  return [...new Set(asked.values())]
}

/** Returns what an item of the Responses API or of the AI SDK has to do with approvals; null for nothing. */
function approvalItem({ format, type, payload }: OpaquePart): ApprovalItem | null {
  const raw = isObject(payload) ? payload : {}
  switch (`${format} ${type}`) {
    case 'openai mcp_approval_request':
      return { kind: 'request', id: raw.id }
    case 'openai mcp_approval_response':
      return { kind: 'response', id: raw.approval_request_id }
    case 'ai-sdk tool-approval-request':
      return { kind: 'request', id: raw.approvalId }
    case 'ai-sdk tool-approval-response':
      return { kind: 'response', id: raw.approvalId }
    default:
      return null
  }
}
