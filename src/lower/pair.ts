import type { Note } from '../diag/collect.ts'
import { callWithoutResult } from '../diag/history.ts'
import type { PairedCall } from '../ir/block.ts'
import type { ToolCallPart } from '../ir/call.ts'
import { eventOrigin, type Origin } from '../ir/origin.ts'
import type { ToolResultPart } from '../ir/result.ts'
import type { CallRow } from '../session/call-rows.ts'
import type { Event } from '../session/event.ts'
import { cleanResult } from './place.ts'
import { noResultText } from './repairs.ts'
import { envelopeOf, shallowBeside } from './shallow.ts'

/**
 * A unit's calls by origin, each with its answer; one that has none gets an error for an answer. `tags`: one with a tag
 * of its own is shown without.
 */
export function pairCalls(
  rows: readonly CallRow[],
  eventAt: (seq: number) => Event,
  notes: Note[],
  tags: boolean,
): ReadonlyMap<Origin, PairedCall> {
  const calls = new Map<Origin, PairedCall>()
  for (const row of rows) {
    const origin = eventOrigin(row.seq, row.part)
    const event = eventAt(row.seq)
    const part = shallowBeside(event.parts[row.part] as ToolCallPart)
    if (!row.answer && !(tags && part.tag)) notes.push({ kind: 'CX3001', say: callWithoutResult, at: origin })
    calls.set(origin, {
      part,
      origin,
      seq: row.seq,
      ...envelopeOf(event),
      givenId: row.first ? row.id : null,
      derivedId: row.derived ?? row.id,
      result: row.answer
        ? {
            part: cleanResult(eventAt(row.answer.seq).parts[row.answer.part] as ToolResultPart),
            origin: eventOrigin(row.answer.seq, row.answer.part),
            seq: row.answer.seq,
          }
        : { part: noResult(row), origin: 'c:no-result', seq: row.seq },
    })
  }
  return calls
}

const noResult = (row: CallRow): ToolResultPart => ({
  kind: 'tool-result',
  id: row.id,
  name: row.name,
  content: [{ kind: 'text', text: noResultText }],
  isError: true,
})

/** Calls in the order in which their answers came; those whose answer was made up stand last, in their own order. */
export function byAnswer(calls: ReadonlyMap<Origin, PairedCall>, rows: readonly CallRow[]): PairedCall[] {
  if (rows.length < 2) return [...calls.values()]
  const answered = rows.filter(row => row.answer !== null)
  answered.sort((left, right) => {
    const [a, b] = [left.answer, right.answer]
    return a === null || b === null ? 0 : a.seq - b.seq || a.part - b.part
  })
  const order = [...answered, ...rows.filter(row => row.answer === null)]
  return order.flatMap(row => calls.get(eventOrigin(row.seq, row.part)) ?? [])
}
