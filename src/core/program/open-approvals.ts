import { isObject, type JsonObject, type JsonValue } from '../ir/json.ts'
import type { OpaquePart } from '../ir/opaque.ts'
import type { Part } from '../ir/part.ts'
import type { SessionView } from '../session/unit/session-view.ts'
import { parseJson } from '../text/json.ts'

/** Item with which a provider asks for an approval, or with which an app answers. `id` is the id of the request. */
interface ApprovalItem {
  readonly kind: 'request' | 'response'
  readonly id: JsonValue | undefined
}

/** Unanswered request of a provider to approve a call that the provider runs itself. */
export interface OpenApproval {
  readonly unit: number
  /** Position of the request, as `seq.part`. */
  readonly place: string
}

/** Returns the unanswered requests of providers for approval since an event, oldest first. */
export function openApprovals(session: SessionView, from: number): readonly OpenApproval[] {
  const { rows } = session.units
  if (rows.opaque.length === 0) return []
  const asked = new Map<unknown, OpenApproval>()
  for (const unit of rows.opaque) {
    if (rows.seqOf(unit) < from || rows.isRewound(unit)) continue
    for (const seq of rows.seqsOf(unit))
      for (const [index, part] of session.event(seq).parts.entries()) {
        const item = part.kind === 'opaque' ? approvalItem(part) : null
        if (item?.kind === 'request' && rows.ownKindOf(unit) === 'model')
          asked.set(item.id, { unit, place: `${seq}.${index}` })
        else if (item?.kind === 'response') asked.delete(item.id)
      }
  }
  return [...asked.values()]
}

/** Whether a part is a provider's request to approve a call that the provider runs itself. */
export const asksForApproval = (part: Part): boolean =>
  part.kind === 'opaque' && approvalItem(part)?.kind === 'request'

/** Returns the role of a Responses API or AI SDK item in an approval; null if it has none. */
export function approvalItem({ format, type, payload }: OpaquePart): ApprovalItem | null {
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

/**
 * Returns the name and the arguments of the call that needs approval. If the request lacks them, they are read from the
 * provider's other items.
 */
export function callToApprove(
  part: Part,
  beside: readonly Part[],
): { readonly name: string; readonly input: JsonValue } {
  const { payload } = part as OpaquePart
  const call = beside.find(
    each =>
      each.kind === 'opaque' && each.type === 'tool-call' && each.payload.toolCallId === payload.toolCallId,
  ) as OpaquePart | undefined
  const { name, arguments: given, toolName, input } = { ...call?.payload, ...payload }
  return { name: String(name ?? toolName ?? ''), input: parsedArguments(given ?? input ?? null) }
}

const parsedArguments = (given: JsonValue): JsonValue =>
  typeof given === 'string' ? parseJson(given, given) : given

/** Returns the item that answers a provider's request for an approval. */
export function approvalAnswer(request: OpaquePart, approved: boolean, why: string | undefined): OpaquePart {
  const { format, payload } = request
  const reason: JsonObject = why === undefined ? {} : { reason: why }
  if (format === 'openai') {
    const type = 'mcp_approval_response'
    const id = payload.id ?? null
    return {
      kind: 'opaque',
      format,
      type,
      payload: { type, approval_request_id: id, approve: approved, ...reason },
    }
  }
  const type = 'tool-approval-response'
  const answer = { type, approvalId: payload.approvalId ?? null, approved, ...reason }
  return { kind: 'opaque', format, type, payload: answer, inline: true }
}
