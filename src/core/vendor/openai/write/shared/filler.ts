import type { FindingNote } from '../../../../diag/collect.ts'
import { fillerAdded } from '../../../../diag/target.ts'
import { addCounts, type Count, zero } from '../../../../ir/count.ts'
import { fillerText } from '../../../../lower/repairs.ts'
import type { BackEnd, Setting } from '../../../../target/target.ts'

/** Counts the filler that is added to an empty request, because neither API accepts a request without messages. */
export const countEmptyFiller =
  ({ counter }: Setting<unknown>, system: readonly object[]): BackEnd['edges'] =>
  (first): Count =>
    first === undefined && system.length === 0 ? addCounts(counter.text(fillerText), counter.message) : zero

/** Returns the messages; if there are none, a filler from the user. */
export function orFiller<Message>(
  messages: Message[],
  { origins }: Setting<unknown>,
  note: (note: FindingNote) => void,
): (Message | { role: 'user'; content: string })[] {
  if (messages.length > 0) return messages
  note({ kind: 'CX7004', say: () => fillerAdded('beginning', fillerText), at: 'c:filler' })
  return [origins.recordWhole({ role: 'user', content: fillerText } as const, 'c:filler')]
}
