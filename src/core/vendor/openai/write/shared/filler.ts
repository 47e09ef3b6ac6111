import type { FindingNote } from '../../../../diag/collect.ts'
import { fillerAdded } from '../../../../diag/target.ts'
import { type Count, plus, zero } from '../../../../ir/count.ts'
import { fillerText } from '../../../../lower/repairs.ts'
import type { BackEnd, Setting } from '../../../../target/target.ts'

/** Counts the filler message of an empty request: neither API takes a request without a message. */
export const edgesOf =
  ({ counter }: Setting<unknown>, system: readonly object[]): BackEnd['edges'] =>
  (first): Count =>
    first === undefined && system.length === 0 ? plus(counter.text(fillerText), counter.message) : zero

/** Returns the messages, or one filler from the user if there are none. */
export function orFiller<Message>(
  messages: Message[],
  { origins }: Setting<unknown>,
  note: (note: FindingNote) => void,
): (Message | { role: 'user'; content: string })[] {
  if (messages.length > 0) return messages
  note({ kind: 'CX7004', say: () => fillerAdded('beginning', fillerText), at: 'c:filler' })
  return [origins.whole({ role: 'user', content: fillerText } as const, 'c:filler')]
}
