import { roleOfAuthor } from '../ir/event.ts'
import type { Part } from '../ir/part.ts'
import type { ToolResultPart } from '../ir/result.ts'
import type { Session } from '../session/session.ts'
import { objectOr, stringOr } from './read.ts'

/** Calls and approval requests of a session. A client may answer only the calls and requests in this record. */
export interface Recorded {
  /** Places of results that answer one of the calls. */
  readonly answers: ReadonlySet<string>
  readonly calls: Set<string>
  readonly approvals: Set<string>
}

/** Part of an event and its place. `at` is empty for a part inside a tool result. */
export interface RecordedPart {
  readonly part: Part
  readonly at: string
  readonly author: string
}

/**
 * Returns the record with which a check begins: it has all results that answer calls, but no calls and approvals yet.
 */
export const startRecord = (session: Session): Recorded => ({
  answers: answersOf(session),
  calls: new Set(),
  approvals: new Set(),
})

/** Returns the key by which a result finds its call: the call's id, or its name if the format has no ids. */
const keyOf = ({ id, name }: { readonly id: string; readonly name?: string | undefined }): string =>
  id === '' ? `name ${name ?? ''}` : `id ${id}`

const placeOf = (seq: number, part: number): string => `e:${seq}.${part}`

/**
 * Returns the places of results that answer calls, from the session's conversation units. A result that comes later
 * answers a call that is still open.
 */
function answersOf(session: Session): ReadonlySet<string> {
  const { rows } = session.units
  const answers = new Set<string>()
  const open = new Map<string, number>()
  const late: number[] = []
  for (let unit = 0; unit < rows.length; unit++) {
    if (rows.ownKindOf(unit) === 'late') late.push(unit)
    for (const index of rows.callsOf(unit)) {
      const call = rows.call(index)
      if (call.answer !== null) answers.add(placeOf(call.answer.seq, call.answer.part))
      else open.set(keyOf(call), (open.get(keyOf(call)) ?? 0) + 1)
    }
  }
  for (const unit of late)
    for (const { seq, from } of rows.unit(unit).spans) {
      const key = keyOf(session.event(seq).parts[from] as ToolResultPart)
      const calls = open.get(key) ?? 0
      if (calls === 0) continue
      open.set(key, calls - 1)
      answers.add(placeOf(seq, from))
    }
  return answers
}

/** Whether a part is a result without a call, or an approval response without a request. */
export function isUnrequestedAnswer({ part, at }: RecordedPart, { answers, approvals }: Recorded): boolean {
  if (part.kind === 'tool-result') return !answers.has(at)
  if (part.kind !== 'opaque') return false
  const { approvalId, approval_request_id: requestId } = objectOr(part.payload)
  if (!/approval[-_]response$/.test(part.type)) return false
  return !approvals.delete(stringOr(approvalId ?? requestId))
}

/** Records a call or an approval request. Returns whether the part belongs to an approval and must be kept. */
export function recordPart({ part, author }: RecordedPart, { calls, approvals }: Recorded): boolean {
  const isModel = roleOfAuthor(author) === 'model'
  if (part.kind === 'tool-call' && isModel) calls.add(part.id)
  if (part.kind !== 'opaque') return false
  if (part.type === 'tool-approval-response') return true
  const { approvalId, toolCallId, providerExecuted } = objectOr(part.payload)
  const call = stringOr(toolCallId)
  // The AI SDK next runs or denies a call that has a decision but no result. So the call is kept unchanged.
  if (part.format === 'ai-sdk' && part.type === 'tool-call' && isModel && providerExecuted !== true) {
    calls.add(call)
    return true
  }
  if (part.type !== 'tool-approval-request' || !calls.has(call)) return false
  approvals.add(stringOr(approvalId))
  return true
}
