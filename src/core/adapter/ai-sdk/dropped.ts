import type { Ledger, Reason } from '../../map/ledger.ts'
import type { Session } from '../../session/session.ts'

/** Message of the app that was not sent. */
export interface DroppedMessage {
  /** Index of the message in the list that was compiled: the prompt of `contextCompiler`, or the messages of a step. */
  readonly index: number
  /** Message as it is in the list. */
  readonly message: object
  /** Reason why the message was not sent, as in the ledger: `over-budget`, `empty`, `orphan-result`, … */
  readonly reason: Reason
}

/**
 * Returns the app's messages that the request does not contain, in order, as the ledger lists them. `placeOf` returns
 * the message index of an event.
 */
export function listDroppedMessages(
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
