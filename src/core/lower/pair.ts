import type { FindingNote } from '../diag/collect.ts'
import { callPending, callWithoutResult, resultBeforeCall } from '../diag/history.ts'
import type { PairedCall, Placed } from '../ir/block.ts'
import type { ToolCallPart } from '../ir/call.ts'
import type { Event } from '../ir/event.ts'
import { eventOrigin, type Origin } from '../ir/origin.ts'
import type { ToolResultPart } from '../ir/result.ts'
import type { CallPlace, CallRow } from '../session/unit/call-table.ts'
import { cleanResult } from './place.ts'
import { noResultText, pendingText } from './repairs.ts'
import { eventEnvelope, fitPartFields } from './shallow.ts'

/**
 * Returns a conversation unit's calls in order, each with its result. A call without a result gets an error as its
 * result, or a notice if the call is pending. `tags`: the target sends a tagged call even without a result, so a
 * missing result is not reported.
 */
export function pairCalls(
  rows: readonly CallRow[],
  eventAt: (seq: number) => Event,
  notes: FindingNote[],
  tags: boolean,
): PairedCall[] {
  return rows.map(row => {
    const origin = eventOrigin(row.seq, row.part)
    const event = eventAt(row.seq)
    const part = fitPartFields(event.parts[row.part] as ToolCallPart)
    if (!row.answer && !(tags && part.tag)) notes.push(unansweredNote(part, origin))
    if (row.answer && isBefore(row.answer, row))
      notes.push({
        ...{ kind: 'CX3013', say: resultBeforeCall },
        at: eventOrigin(row.answer.seq, row.answer.part),
      })
    return {
      part,
      origin,
      seq: row.seq,
      ...eventEnvelope(event),
      givenId: row.first ? row.id : null,
      derivedId: row.derived ?? row.id,
      result: row.answer
        ? {
            part: cleanResult(eventAt(row.answer.seq).parts[row.answer.part] as ToolResultPart),
            origin: eventOrigin(row.answer.seq, row.answer.part),
            seq: row.answer.seq,
          }
        : { ...placeholderResult(row, part), seq: row.seq },
    }
  })
}

const isBefore = (one: CallPlace, other: CallPlace): boolean =>
  one.seq < other.seq || (one.seq === other.seq && one.part < other.part)

const unansweredNote = ({ pending }: ToolCallPart, at: Origin): FindingNote =>
  pending ? { kind: 'CX3011', say: callPending, at } : { kind: 'CX3001', say: callWithoutResult, at }

/** Returns the result that is sent for a call that has none: a notice if the call is pending, otherwise an error. */
function placeholderResult(
  { id, name }: CallRow,
  { pending }: ToolCallPart,
): Omit<Placed<ToolResultPart>, 'seq'> {
  const text = pending ? pendingText : noResultText
  const part: ToolResultPart = { kind: 'tool-result', id, name, content: [{ kind: 'text', text }] }
  return pending ? { part, origin: 'c:pending' } : { part: { ...part, isError: true }, origin: 'c:no-result' }
}
