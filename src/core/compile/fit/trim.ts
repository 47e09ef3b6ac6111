import { sizeOfSpan } from '../contract/sizing.ts'
import { beginHistory } from './begin.ts'
import { Load } from './load.ts'
import { freedReasoning, nextBeginning, type Trimming, tokensPerStep } from './step.ts'
import { type Frame, isSentUnit, unitReader, type Window, windowAt } from './window.ts'

/**
 * Whether a range of units takes more than `times` times the room. The size is estimated only from the units' length.
 */
export function exceedsRoomTimes(
  { session, room, sizing }: Trimming,
  from: number,
  to: number,
  times: number,
): boolean {
  const { units } = session
  const { rows } = units
  let sum = 0
  for (let unit = units.placeBefore(to); unit >= from; unit = units.placeBefore(unit)) {
    if (units.isHidden(unit)) continue
    for (const span of rows.spansOf(rows.covers.unitShownAt(unit)))
      sum += sizeOfSpan(rows.spans, span, sizing)
    if (sum > times * room.tokens) return true
  }
  return false
}

/** Returns a window that begins later than planned and fits; null if there is none. */
export const trimHistory = (frame: Frame, choice: Trimming, begin: number): Window | null =>
  choice.earlier === null
    ? beginHistory(frame, choice, frame.session.units.placeAfter(begin))
    : trimInSteps(frame, choice, begin)

/**
 * Moves the beginning of the history step by step from the planned unit on. Returns the first window that fits; null if
 * there is none.
 */
function trimInSteps(frame: Frame, choice: Trimming, begin: number): Window | null {
  let start = begin
  const earliest = earliestFittingUnit(frame, choice, start)
  // If a history grew far beyond the room, or has a soft size, its new beginning is found by counting back from the
  // newest unit.
  if (choice.room.aim !== null || exceedsRoomTimes(choice, begin, earliest, 1)) {
    start = Math.max(begin, oldestFitting(frame, choice))
    const window = start > begin ? windowAt(frame, start, choice.room) : null
    if (window) return window
  }
  const freed = freedReasoning(frame, choice, begin)
  if (freed >= tokensPerStep(choice)) {
    const window = windowAt(frame, begin, choice.room)
    if (window) return window
  }
  for (;;) {
    const next = nextBeginning(frame, choice, start, start === begin ? freed : 0)
    if (next === start) return null
    start = next
    const window = start < earliest ? null : windowAt(frame, start, choice.room)
    if (window) return window
  }
}

/**
 * Returns the oldest unit from which all newer units together fit below the low mark (the share of the room that a trim
 * leaves in use).
 */
function oldestFitting(frame: Frame, { room, low }: Trimming): number {
  const { units } = frame.session
  const unitAt = unitReader(frame, 0)
  let tokens = 0
  let start = units.lastShown()
  for (let unit = units.placeBefore(units.rows.length); unit >= 0; unit = units.placeBefore(unit)) {
    if (units.isHidden(unit) || !isSentUnit(frame, unit)) continue
    tokens += unitAt(unit).count.max
    if (tokens > low * room.tokens) break
    start = unit
  }
  return Math.max(0, start)
}

/**
 * Returns the first unit from which on all units fit. Additions to the units, such as context blocks, are not counted.
 */
function earliestFittingUnit(frame: Frame, { room }: Trimming, from: number): number {
  const { units } = frame.session
  const { rows } = units
  const unitAt = unitReader(frame, 0)
  const load = new Load(room)
  let tokens = 0
  let ordinal = units.placeBefore(rows.length)
  for (; ordinal >= from; ordinal = units.placeBefore(ordinal)) {
    if (units.isHidden(ordinal) || !isSentUnit(frame, ordinal)) continue
    const unit = unitAt(ordinal)
    tokens += unit.count.max
    load.add(unit.messages)
    if (tokens > room.tokens || load.refused !== null) break
  }
  return ordinal + 1
}
