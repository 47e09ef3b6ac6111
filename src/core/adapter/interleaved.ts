import type { Actions, Event, EventInput, EventRange } from '../ir/event.ts'
import { runnerSource } from '../session/events.ts'
import type { Session } from '../session/session.ts'

/** Recorded events (summaries and outcomes of effects), and the number of the conversation's own events before them. */
export interface RecordedEvents {
  readonly after: number
  readonly events: readonly EventInput[]
}

/** Session that contains both the events of a conversation and recorded events. */
export interface Interleaved {
  readonly session: Session
  /** Returns the position that an event has in the conversation without recorded events; null for a recorded event. */
  readonly ownSeq: (seq: number) => number | null
}

/**
 * Inserts recorded events into a conversation. They are placed after the events that existed at the call that recorded
 * them, so that requests of a longer conversation begin in the same way.
 */
export function insertRecordedEvents(session: Session, recorded: readonly RecordedEvents[]): Interleaved {
  if (recorded.length === 0) return { session, ownSeq: seq => seq }
  const events: EventInput[] = []
  const ownSeqs: (number | null)[] = []
  /** New position of each event of the conversation. The last entry is the new position of the conversation's end. */
  const places: number[] = []
  const stretches = [...recorded]
  for (let seq = 0; seq <= session.length; seq++) {
    while (stretches[0] !== undefined && stretches[0].after <= seq) {
      const added = stretches.shift()?.events ?? []
      events.push(...added)
      ownSeqs.push(...added.map(() => null))
    }
    places.push(events.length)
    if (seq === session.length) break
    events.push(moveEventReferences(session.event(seq), places))
    ownSeqs.push(seq)
  }
  const source = runnerSource(events, 0)
  const whole = session.withEvents({
    ...source,
    unread: index => {
      const own = ownSeqs[index]
      return own == null ? [] : session.unreadAt(own)
    },
  })
  return { session: whole, ownSeq: seq => ownSeqs[seq] ?? null }
}

/** Returns an event whose actions refer to other events by their new positions. */
function moveEventReferences(event: Event, places: readonly number[]): EventInput {
  const { actions } = event
  if (actions === undefined) return event
  const newPositionOf = (seq: number): number => places[seq] ?? seq
  const range = ({ from, to }: EventRange): EventRange => ({
    from: newPositionOf(from),
    to: newPositionOf(to),
  })
  const { rewind, compaction, effect, madeFrom } = actions
  const own: Actions = {
    ...actions,
    ...(rewind && { rewind: { to: newPositionOf(rewind.to) } }),
    ...(compaction && { compaction: { covers: compaction.covers.map(range) } }),
    ...(effect?.covers && { effect: { ...effect, covers: effect.covers.map(range) } }),
    ...(madeFrom && { madeFrom: madeFrom.map(range) }),
  }
  return { ...event, actions: own }
}
