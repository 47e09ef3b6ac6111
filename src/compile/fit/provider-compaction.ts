import type { Event } from '../../ir/event.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { BackEnd } from '../../target/target.ts'

/** Known compaction of a session, so that a provider's own items are read once. */
export interface KnownFloor {
  seen: number
  floor: number | null
}

/**
 * Returns the newest unit with a compaction that the target's provider reads; null if there is none. No unit before it
 * is sent in its own place.
 */
export function compactionFloor(session: SessionView, backEnd: BackEnd, known: KnownFloor): number | null {
  const { units } = session
  const { rows } = units
  // A unit that a summary replaces is not sent, so a provider does not read it, wherever the summary is placed.
  const { floor } = known
  if (floor !== null && (units.isHidden(floor) || rows.covers.sourceOf(floor) !== floor))
    Object.assign(known, { seen: 0, floor: null })
  // The last unit of the earlier search may have gained a part.
  search: for (let index = rows.opaque.length - 1; index >= Math.max(0, known.seen - 1); index--) {
    const ordinal = rows.opaque[index] as number
    if (units.isHidden(ordinal) || rows.covers.sourceOf(ordinal) !== ordinal) continue
    const role = rows.kindOf(ordinal) === 'model' ? 'model' : 'user'
    let event: Event | null = null
    for (const { seq, from, to } of rows.unit(ordinal).spans) {
      // An event of several spans is built once.
      if (event?.seq !== seq) event = session.event(seq)
      const parts = event.parts.slice(from, to)
      const compacts = parts.some(
        part =>
          part.kind === 'opaque' &&
          part.type === 'compaction' &&
          // A failed compaction has null content and replaces nothing.
          part.payload.content !== null &&
          backEnd.travels(part, role),
      )
      if (compacts) {
        known.floor = ordinal
        break search
      }
    }
  }
  known.seen = rows.opaque.length
  return known.floor
}
