import type { Units } from '../../session/unit/units.ts'
import { smallestOf } from '../../text/list.ts'
import type { Room } from '../contract/room.ts'
import { type Frame, isSentUnit, unitReader } from './window.ts'

/**
 * Returns the first unit that is never compacted: the oldest unit that waits for a result or, if there is none, the
 * last unit.
 */
export const firstNeverCompacted = (units: Units): number =>
  Math.max(0, smallestOf([...units.openUnits()], units.lastShown()))

/**
 * Returns the first unit that is not compacted. Texts are compacted oldest first, until the history has shrunk to the
 * low mark (the share of the room that a trim leaves in use). If this is not enough, returns the result of
 * `firstNeverCompacted`.
 */
export function firstUncompacted(
  frame: Frame,
  { room, low }: { readonly room: Room; readonly low: number },
  start: number,
): number {
  const { units } = frame.session
  const length = firstNeverCompacted(units)
  const raw = unitReader(frame, start)
  const short = unitReader({ ...frame, compactBefore: length }, start)
  const sent: number[] = []
  let tokens = 0
  for (let unit = units.placeBefore(units.rows.length); unit >= start; unit = units.placeBefore(unit)) {
    if (units.isHidden(unit) || !isSentUnit(frame, unit)) continue
    sent.push(unit)
    tokens += raw(unit).count.max
  }
  for (const unit of sent.toReversed()) {
    if (tokens <= low * room.tokens) return unit
    if (units.shapeOf(unit, start, length).key === units.shapeOf(unit, start, frame.compactBefore).key)
      continue
    tokens -= raw(unit).count.max
    tokens += short(unit).count.max
  }
  return length
}
