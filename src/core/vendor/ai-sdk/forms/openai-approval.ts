import { isObject, type JsonObject } from '../../../ir/json.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import { type Around, createApiItem, definedFields } from '../../../target/part-forms.ts'
import { safeString } from '../../../text/reason.ts'
import { isOwnId } from '../../openai/rows/items.ts'
import { isFilledText } from '../rows/options.ts'

const format = 'openai'

const ofType = ({ approvals }: Around, type: string, id: unknown): OpaquePart | undefined =>
  approvals.find(part => part.type === type && part.payload.approvalId === id)

/** Whether a call is of an MCP server's tool. For these calls, OpenAI's server itself requests approval. */
const isMCPCall = (call: OpaquePart | undefined): boolean =>
  isFilledText(call?.payload.toolName) && call.payload.toolName.startsWith('mcp.')

/**
 * Whether an approval request was answered and may be sent. It is sent by reference, so the server must have stored it.
 */
function isAnswered(request: OpaquePart | undefined, around: Around): boolean {
  const { approvalId, toolCallId } = request?.payload ?? {}
  return (
    around.stores &&
    // An id in another form may be the id of another provider's item.
    isOwnId(approvalId, 'mcpr_') &&
    isMCPCall(around.calls.get(safeString(toolCallId))) &&
    ofType(around, 'tool-approval-response', approvalId) !== undefined
  )
}

/** Whether a call is not sent as a separate item, because the stored approval request already contains the call. */
export const isAskedAbout = (call: OpaquePart, around: Around): boolean =>
  isMCPCall(call) &&
  around.approvals.some(
    part =>
      part.type === 'tool-approval-request' &&
      part.payload.toolCallId === call.payload.toolCallId &&
      isAnswered(part, around),
  )

/** Returns an MCP approval request, or the response to one, as an item; null for any other part. */
export function formApproval(part: OpaquePart, around: Around): OpaquePart | null {
  const { approvalId, approved, reason } = isObject(part.payload) ? (part.payload as JsonObject) : {}
  const request = ofType(around, 'tool-approval-request', approvalId)
  if (!isAnswered(request, around)) return null
  if (part.type === 'tool-approval-request')
    return createApiItem(format, part, 'item_reference', {
      type: 'item_reference',
      id: safeString(approvalId),
    })
  const type = 'mcp_approval_response'
  const answer = { type, approval_request_id: safeString(approvalId), approve: approved === true }
  return createApiItem(
    format,
    part,
    type,
    definedFields({ ...answer, reason: isFilledText(reason) ? reason : undefined }),
  )
}
