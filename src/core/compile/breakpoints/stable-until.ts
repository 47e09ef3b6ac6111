import type { Origin } from '../../ir/origin.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { Units } from '../../session/unit/units.ts'
import type { History } from '../fit/choice.ts'

/** Returns the events of the conversation units whose form or place in the request may still change. */
export function changingEvents(session: SessionView, history: History): ReadonlySet<number> {
  const { units } = session
  const { rows } = units
  const { sent } = history
  const last = sent.findLast(({ messages }) => messages.length > 0)?.ordinal ?? -1
  const follows = last >= 0 && (rows.kindOf(last) === 'developer' || rows.isOpaque(last))
  const unsaid = firstUnshownGrowing(units, history)
  const waits = firstWaiting(units, history)
  const changing = sent.filter(
    ({ ordinal, passing }) =>
      passing === 'shown' ||
      units.orderOf(ordinal) > unsaid ||
      ordinal >= waits ||
      units.isGrowing(ordinal) ||
      (follows && ordinal === last),
  )
  return new Set(changing.flatMap(({ ordinal }) => rows.seqsSince(ordinal)))
}

/** Returns the first conversation unit that shows nothing yet and may still gain content. */
function firstUnshownGrowing(units: Units, { start, sent }: History): number {
  const said = new Set(sent.flatMap(({ ordinal, messages }) => (messages.length > 0 ? [ordinal] : [])))
  for (let unit = start; unit < units.rows.length; unit = units.placeAfter(unit))
    if (units.isGrowing(unit) && !said.has(unit) && !units.isUnseen(unit)) return unit
  return Number.POSITIVE_INFINITY
}

/**
 * Returns the first answer with a pending call of a provider-run tool. A later message of another author ends the wait
 * for the result.
 */
function firstWaiting({ rows }: Units, { sent }: History): number {
  const open = new Map<string, number>()
  for (const { ordinal, messages, waits, settles } of sent) {
    if (messages.length > 0 && rows.kindOf(ordinal) !== 'model') open.clear()
    for (const id of settles ?? []) open.delete(id)
    for (const id of waits ?? []) open.set(id, ordinal)
  }
  let first = Number.POSITIVE_INFINITY
  for (const ordinal of open.values()) first = Math.min(first, ordinal)
  return first
}

/** Returns the sequence number in an event's origin; -1 for any other kind of origin. */
export const originEvent = (origin: Origin): number =>
  origin.startsWith('e:') ? Number.parseInt(origin.slice(2), 10) : -1

/** Whether an origin is a context block or a window pass. Their text may differ in the next request. */
export const isContextOrPass = (origin: Origin): boolean =>
  origin.startsWith('d:context') || origin.startsWith('d:passes')
