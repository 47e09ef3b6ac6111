import type { EventInput } from '../../../core/ir/event.ts'
import type { OpaquePart } from '../../../core/ir/opaque.ts'
import { approvalAnswer } from '../../../core/program/open-approvals.ts'
import type { Session } from '../../../core/session/session.ts'
import { callAt } from './call-task.ts'

/** Returns the event that answers a provider's approval request. The next model request sends the answer. */
export function providerApprovalAnswer(
  session: Session,
  place: string,
  approved: boolean,
  why?: string,
): EventInput {
  const { author, branch, response } = session.event(Number.parseInt(place, 10))
  const request = callAt(session, place) as unknown as OpaquePart
  const parts = [approvalAnswer(request, approved, why)]
  // Items of the AI SDK are stored in the model's answer that contains the request, even if the user's side made them.
  return request.inline ? { author, branch, response, parts } : { author: 'tool', branch, parts }
}
