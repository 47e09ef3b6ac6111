import type { Part } from '../ir/part.ts'
import { roleOf } from '../session/event.ts'
import { object, string } from './read.ts'

/** Calls and requests for approval that came before. A call is answered once. */
export interface Recorded {
  readonly calls: Set<string>
  readonly approvals: Set<string>
}

/** Whether a part answers something that nobody asked for. */
export function isUnexplained(part: Part, { calls, approvals }: Recorded): boolean {
  if (part.kind === 'tool-result') return !calls.delete(keyOf(part))
  if (part.kind !== 'opaque') return false
  const { approvalId, approval_request_id: requestId } = object(part.payload)
  if (!/approval[-_]response$/.test(part.type)) return false
  return !approvals.delete(string(approvalId ?? requestId))
}

/** Notes a call, or an approval and its request; whether the part is a request or an approval, which stay unchanged. */
export function record(part: Part, author: string, { calls, approvals }: Recorded): boolean {
  if (part.kind === 'tool-call' && roleOf(author) === 'model') calls.add(keyOf(part))
  if (part.kind !== 'opaque') return false
  if (part.type === 'tool-approval-response') return true
  if (part.type !== 'tool-approval-request') return false
  const { approvalId, toolCallId } = object(part.payload)
  if (!calls.has(`id ${string(toolCallId)}`)) return false
  approvals.add(string(approvalId))
  return true
}

/** The id of a call; its name where a format gives none. */
const keyOf = ({ id, name }: { readonly id: string; readonly name?: string | undefined }): string =>
  id === '' ? `name ${name ?? ''}` : `id ${id}`
