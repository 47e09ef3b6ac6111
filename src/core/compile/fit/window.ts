import { addCounts, type Count } from '../../ir/count.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { Units } from '../../session/unit/units.ts'
import type { BackEnd, Fragment } from '../../target/target.ts'
import type { PlacedSources } from '../beside/placed.ts'
import type { RepeatedBlock } from '../beside/repeated.ts'
import type { Room } from '../contract/room.ts'
import type { Stubs } from '../contract/stubs.ts'
import type { Emitted } from './emitted.ts'
import type { Fragments } from './fragments.ts'
import { sortAroundCompaction, sortUnitsForSending } from './in-order.ts'
import { lastTurnEnd } from './one-turn.ts'
import { turnOpenersBefore } from './opening.ts'
import { blocksFollow, repeatedIn, withContextBlocks } from './placement.ts'
import type { Floor } from './provider-compaction.ts'
import { type Gist, gistOf, joinGists, type Run } from './sent-run.ts'
import { highWater, Tally } from './tally.ts'

/** Part of the history that is sent if the history begins at a certain conversation unit. */
export interface Window extends Pick<Gist, 'notable'> {
  /** Ordinal of the first unit of the part that is sent without gaps. */
  readonly start: number
  /** The provider's compaction, if it is sent; null otherwise. */
  readonly floor: Floor | null
  /** Units before `start` that are sent too. */
  readonly before: ReadonlySet<number>
  /** Units in `before` that are required now, or that were required by an earlier request. */
  readonly waiting: readonly number[]
  /** Sent units, in the order in which they are sent. */
  readonly sent: readonly Emitted[]
  /** Context blocks of earlier requests that are sent again at their places. */
  readonly standing: readonly RepeatedBlock[]
  /**
   * Tokens of the units, of the minimal tool declarations, and of the additions at the start and the end of the
   * history.
   */
  readonly count: Count
  readonly stubs: { readonly names: readonly string[]; readonly count: Count }
}

/** Inputs for making a window. */
export interface Frame {
  readonly session: SessionView
  readonly backEnd: BackEnd
  readonly fragments: Fragments
  readonly stubs: Stubs
  /** Units that must be sent, regardless of where the history begins. */
  readonly required: ReadonlySet<number>
  /**
   * Units before the start that earlier requests contained because the units were required then. They keep their place.
   */
  readonly carried: readonly number[]
  /** The provider's compaction from which the history begins; null if there is none. */
  readonly floor: Floor | null
  /** Sequence number of an event. Reasoning from before this event is dropped. */
  readonly reasoningFrom: number
  /** Ordinal of a conversation unit. Earlier units are compacted if their clause allows it. */
  readonly compactBefore: number
  readonly supplementary: Supplementary
  /** Context blocks, which are placed after the history or after the message that opened the current turn. */
  readonly beside: PlacedSources
  /** Context blocks that earlier requests showed. They keep their places, and go with the unit before them. */
  readonly repeated: readonly RepeatedBlock[]
  /** Whether the provider refuses reasoning if any content before the reasoning has changed. */
  readonly bindsReasoning: boolean
}

/** Choice of the supplementary conversation units to send. */
export interface Supplementary {
  /** Units that were chosen because of their score. */
  readonly chosen: ReadonlySet<number>
  /** Ordinal of the first unit from which on all supplementary units are sent. */
  readonly since: number
}

/** Choice that sends all supplementary units. */
export const allSupplementary: Supplementary = { chosen: new Set(), since: 0 }

/**
 * Whether a conversation unit is sent. A supplementary unit is sent if it is required, was chosen, is newer than this
 * choice, or contains the provider's compaction, which replaces all units before it.
 */
export const isSentUnit = (
  {
    session: { units },
    required,
    supplementary,
    floor,
  }: Pick<Frame, 'required' | 'supplementary' | 'floor'> & { readonly session: Pick<SessionView, 'units'> },
  unit: number,
): boolean =>
  unit === floor?.holder ||
  unit >= supplementary.since ||
  supplementary.chosen.has(unit) ||
  required.has(unit) ||
  units.tierOf(unit) !== 'supplementary'

/**
 * Returns the provider's compaction if a history that begins at `start` sends it; null otherwise. A history that begins
 * later than the units behind the compaction sends it as long as it is required.
 */
export const compactionSentFrom = (
  { floor, required }: Pick<Frame, 'floor' | 'required'>,
  start: number,
): Floor | null => (floor !== null && (start <= floor.from || required.has(floor.holder)) ? floor : null)

/** Cause of a shorter history: a turn began, and the tokens exceeded the soft size of the budget. */
export const aboveAim = 'aim'

/**
 * Returns the window that begins at a conversation unit. If the window exceeds the room, calls `refuse` with the cause
 * and returns null.
 */
export function windowAt(
  frame: Frame,
  start: number,
  room: Room | null,
  refuse: (cause: string) => void = () => {},
): Window | null {
  const { units } = frame.session
  const floor = compactionSentFrom(frame, start)
  // The compaction replaces the units before it, so only the required units among them are sent too.
  const withoutCoveredUnits = (ordinal: number): boolean => floor === null || ordinal >= floor.from
  const opening = new Set(turnOpenersBefore(units, start).filter(withoutCoveredUnits))
  const all = frame.supplementary.chosen
  const chosen = floor === null ? all : new Set([...all].filter(withoutCoveredUnits))
  const before = wantedBefore(units, [...opening, ...frame.required, ...frame.carried, ...chosen], start)
  const isMoving = floor !== null && before.some(ordinal => ordinal < floor.from)
  const unitAt = unitReader(frame, start, isMoving ? floor : null)
  const run = runFrom(frame, start, unitAt, room, refuse)
  if (run === null) return null
  const { sum: tally } = run
  const earlier = before.map(unitAt)
  for (const unit of earlier) tally.add(unit)
  const whole = earlier.length === 0 ? run.sent : earlier.concat(run.sent)
  const ordered = floor === null ? whole : sortAroundCompaction(whole, floor)
  const later = hasMovedUnits(units) ? sortUnitsForSending(ordered, unit => units.orderOf(unit)) : ordered
  const leading = floor !== null && units.isHidden(floor.holder) ? [unitAt(floor.holder)] : []
  for (const unit of leading) tally.add(unit)
  const placed = leading.length === 0 ? later : [...leading, ...later]
  const standing = repeatedIn(frame.repeated, placed, start)
  for (const { piece } of standing) tally.add(piece.fragment)
  const isRunLast = later === whole && run.gist !== null
  const { toolNames, notable } = isRunLast
    ? joinGists(gistOf([...leading, ...earlier]), run.gist)
    : gistOf(placed)
  const stubs = frame.stubs.stubsFor(toolNames)
  const count = addCounts(addCounts(tally.count, stubs.count), countEdges(frame, placed, start))
  const excess = tally.excess ?? (room !== null && count.max > room.tokens ? highWater : null)
  if (excess !== null) {
    refuse(excess)
    return null
  }
  const waiting = before.filter(
    ordinal => !opening.has(ordinal) && !chosen.has(ordinal) && ordinal !== floor?.holder,
  )
  return { start, floor, before: new Set(before), waiting, sent: placed, notable, standing, count, stubs }
}

/** Returns the units that are sent from a given unit on. If they exceed the room, refuses them and returns null. */
function runFrom(
  frame: Frame,
  start: number,
  unitAt: (ordinal: number) => Emitted,
  room: Room | null,
  refuse: (cause: string) => void,
): Run | null {
  const { session, fragments, reasoningFrom, floor } = frame
  const { units } = session
  const sentAt = (ordinal: number): Emitted | null =>
    units.isHidden(ordinal) || !isSentUnit(frame, ordinal) ? null : unitAt(ordinal)
  const form = room !== null && floor === null ? { units, start, reasoningFrom, room } : null
  const known = form === null ? null : fragments.run.continueRun(form, sentAt)
  if (known !== null) return known
  const sent: Emitted[] = []
  const sum = new Tally(room)
  let last = -1
  for (
    let ordinal = units.placeBefore(units.rows.length);
    ordinal >= start;
    ordinal = units.placeBefore(ordinal)
  ) {
    const unit = sentAt(ordinal)
    if (unit === null) continue
    last = Math.max(last, ordinal)
    sent.push(unit)
    sum.add(unit)
    const { excess } = sum
    if (excess === null) continue
    refuse(excess)
    return null
  }
  sent.reverse()
  if (form !== null) fragments.run.keep(form, sent, last)
  return { sent, sum, gist: null }
}

/** Counts the tokens that are added before the first and after the last fragment, including context blocks. */
function countEdges(frame: Frame, sent: readonly Emitted[], start: number): Count {
  const all = withContextBlocks(frame, sent, start)
  const isShown = ({ messages }: Fragment): boolean => messages.length > 0
  const ends = frame.backEnd.edges(all.find(isShown), all.findLast(isShown))
  if (all === sent) return ends
  return all.reduce((sum, { fills, count }: Fragment) => (fills ? addCounts(sum, count) : sum), ends)
}

function hasMovedUnits(units: Units): boolean {
  for (const _ of units.movedUnits()) return true
  return false
}

/** Returns the last shown unit of a history that begins at `start`. */
function lastShownFrom(units: Units, start: number): number {
  const last = units.lastShown()
  for (const unit of units.movedUnits()) {
    if (units.orderOf(unit) < last) break
    if (unit >= start && !units.isHidden(unit)) return unit
  }
  return last
}

/** Returns those of the wanted units that are shown and come before `start`, each once, oldest first. */
function wantedBefore(units: Units, wanted: readonly number[], start: number): number[] {
  const found = new Set(wanted.filter(ordinal => ordinal < start && !units.isHidden(ordinal)))
  return [...found].sort((left, right) => left - right)
}

/**
 * Returns a function that writes units for a history that begins at `start`. `moving` is the provider's compaction if
 * units that it replaces are sent too, behind the compaction's unit.
 */
export function unitReader(
  frame: Frame,
  start: number,
  moving: Floor | null = null,
): (ordinal: number) => Emitted {
  const { session, fragments, reasoningFrom, compactBefore } = frame
  const { rows } = session.units
  const shownLast = lastShownFrom(session.units, start)
  const last = blocksFollow(frame, shownLast, start) ? null : shownLast
  let turnEnd: number | undefined
  const endOfTurn = (): number => {
    turnEnd ??= lastTurnEnd(session.units)
    return turnEnd
  }
  return ordinal => {
    // Units that are sent after the compaction change their place, so they lose their reasoning. In this case, no unit
    // up to that of the compaction is the last one.
    const thinks = rows.seqOf(ordinal) >= reasoningFrom && (moving === null || ordinal >= moving.from)
    const source = rows.covers.unitShownAt(ordinal)
    return fragments.fragmentOf(session, source, {
      version: rows.versionOf(source),
      reasoning: thinks,
      last: ordinal === last && (moving === null || ordinal > moving.holder),
      over: rows.ownKindOf(source) === 'developer' && ordinal < endOfTurn(),
      shape: session.units.shapeOf(ordinal, start, compactBefore),
    })
  }
}
