import type { Ledger, Reason } from '../../map/ledger.ts'
import type { Session } from '../../session/session.ts'

/** Message of the app that was not sent. */
export interface DroppedMessage {
  /** Index of the message in the list that was compiled: the prompt of `contextCompiler`, the messages of a step. */
  readonly index: number
  /** Message as the list holds it. */
  readonly message: object
  /** Reason why it was not sent, as in the ledger: `over-budget`, `empty`, `orphan-result`, … */
  readonly reason: Reason
}

/** Lists the messages that a ledger's units came from and that are not in the request, in order. `placeOf` gives an event's index. */
export function droppedOf(
  { rows }: Ledger,
  session: Session,
  messages: readonly object[],
  placeOf: (seq: number) => number | null,
): readonly DroppedMessage[] {
  const reasons = new Map<number, Reason>()
  for (const { from, to, fate, reason } of rows) {
    if (fate === 'kept') continue
    for (let ordinal = from; ordinal < to; ordinal++)
      for (const seq of session.units.rows.seqsOf(ordinal)) {
        const place = placeOf(seq)
        if (place !== null) reasons.set(place, reason)
      }
  }
  return [...reasons]
    .toSorted(([left], [right]) => left - right)
    .flatMap(([index, reason]) => {
      const message = messages[index]
      return message === undefined ? [] : [{ index, message, reason }]
    })
}
