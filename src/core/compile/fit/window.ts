import { type Count, plus } from '../../ir/count.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { Units } from '../../session/unit/units.ts'
import type { BackEnd, Fragment } from '../../target/target.ts'
import type { PlacedSources } from '../beside/placed.ts'
import type { Room } from '../contract/room.ts'
import type { Stubs } from '../contract/stubs.ts'
import type { Emitted, Fragments } from './fragments.ts'
import { inOrder } from './in-order.ts'
import { Load } from './load.ts'
import { lastTurnEnd } from './one-turn.ts'
import { openingOf } from './opening.ts'
import { blocksFollow, withBeside } from './placement.ts'

/** The part of the history that is sent when it begins at one place. */
export interface Window {
  /** Ordinal of the unit at which the unbroken part begins. */
  readonly start: number
  /** The unit that holds the provider's compaction, if that is sent. */
  readonly floor: number | null
  /** Units before `start` that are sent too. */
  readonly before: ReadonlySet<number>
  /** Units in `before` that are sent because they are required or carried. */
  readonly waiting: readonly number[]
  /** The units in the order in which they are sent. */
  readonly sent: readonly Emitted[]
  /** Tokens of the units, the bare declarations, and the ends of the history. */
  readonly count: Count
  readonly stubs: { readonly names: readonly string[]; readonly count: Count }
}

/** Inputs of a window. */
export interface Frame {
  readonly session: SessionView
  readonly backEnd: BackEnd
  readonly fragments: Fragments
  readonly stubs: Stubs
  /** Units that must be kept wherever the history begins. */
  readonly required: ReadonlySet<number>
  /** Units before the start that earlier requests held because they were required then. They keep their place. */
  readonly carried: readonly number[]
  /** The unit with the provider's compaction; no unit before it is sent in its own place. */
  readonly floor: number | null
  /** Sequence number of an event: reasoning of earlier events is dropped. */
  readonly reasoningFrom: number
  /** Ordinal of a unit: earlier units are compacted if their clause allows it. */
  readonly compactBefore: number
  readonly supplementary: Supplementary
  /** Context blocks after the history, or after the message that opened the current turn. */
  readonly beside: PlacedSources
  /** Whether the provider refuses reasoning if anything before it changed. */
  readonly bindsReasoning: boolean
}

/** Supplementary units that are sent. */
export interface Supplementary {
  /** Units that were chosen by their score. */
  readonly chosen: ReadonlySet<number>
  /** Ordinal from which all supplementary units are sent. */
  readonly since: number
}

/** Choice that sends all supplementary units. */
export const allSupplementary: Supplementary = { chosen: new Set(), since: 0 }

/**
 * Whether a unit is sent. A supplementary unit is sent if it is required, was chosen, is newer than the choice, or
 * holds the provider's compaction, which stands for all units before it.
 */
export const goesAlong = (
  {
    session: { units },
    required,
    supplementary,
    floor,
  }: Pick<Frame, 'session' | 'required' | 'supplementary' | 'floor'>,
  unit: number,
): boolean =>
  unit === floor ||
  unit >= supplementary.since ||
  supplementary.chosen.has(unit) ||
  required.has(unit) ||
  units.tierOf(unit) !== 'supplementary'

/** Returns the unit with the provider's compaction if a history that begins at a unit sends it. */
export const floorFrom = ({ floor }: Pick<Frame, 'floor'>, start: number): number | null =>
  floor !== null && start <= floor ? floor : null

/** Cause of a shorter history that is its tokens. */
export const highWater = 'high-water'

/** Returns the window that begins at a unit; null as soon as it exceeds the room, and then `refuse` gets the cause. */
export function windowAt(
  frame: Frame,
  start: number,
  room: Room | null,
  refuse: (cause: string) => void = () => {},
): Window | null {
  const { units } = frame.session
  const floor = floorFrom(frame, start)
  // The compaction stands for the units before it, so only those that must be kept are sent again.
  const notCovered = (ordinal: number): boolean => floor === null || ordinal >= floor
  const opening = new Set(openingOf(units, start).filter(notCovered))
  const all = frame.supplementary.chosen
  const chosen = floor === null ? all : new Set([...all].filter(notCovered))
  const before = unitsBefore(units, [...opening, ...frame.required, ...frame.carried, ...chosen], start)
  const isMoving = floor !== null && before.some(ordinal => ordinal < floor)
  const unitAt = unitReader(frame, start, isMoving ? floor : null)
  const tally = new Tally(room)
  const sent = unbroken(frame, start, unitAt, tally)
  if (sent === null) {
    refuse(tally.excess ?? highWater)
    return null
  }
  // A unit that must be kept but precedes a compaction is sent again after the compaction.
  const compaction = isMoving && sent.at(-1)?.ordinal === floor ? sent.pop() : undefined
  for (const ordinal of before.toReversed()) {
    const unit = unitAt(ordinal)
    sent.push(unit)
    tally.add(unit)
  }
  if (compaction) sent.push(compaction)
  const placed = inOrder(sent.reverse(), ordinal => units.orderOf(ordinal))
  const stubs = frame.stubs.of(calledIn(placed))
  const count = plus(plus(tally.count, stubs.count), edgesOf(frame, placed))
  const excess = tally.excess ?? (room !== null && count.max > room.tokens ? highWater : null)
  if (excess !== null) {
    refuse(excess)
    return null
  }
  const waiting = before.filter(ordinal => !opening.has(ordinal) && !chosen.has(ordinal))
  return { start, floor, before: new Set(before), waiting, sent: placed, count, stubs }
}

/** Returns the units from a place on that are sent, newest first; null as soon as they exceed the room. */
function unbroken(
  frame: Frame,
  start: number,
  unitAt: (ordinal: number) => Emitted,
  tally: Tally,
): Emitted[] | null {
  const { units } = frame.session
  const sent: Emitted[] = []
  for (let ordinal = units.before(units.rows.length); ordinal >= start; ordinal = units.before(ordinal)) {
    if (units.isHidden(ordinal) || !goesAlong(frame, ordinal)) continue
    const unit = unitAt(ordinal)
    sent.push(unit)
    tally.add(unit)
    if (tally.excess !== null) return null
  }
  return sent
}

/** Counts the additions before the first and after the last fragment, context blocks included. */
function edgesOf(frame: Frame, sent: readonly Emitted[]): Count {
  const all = withBeside(frame, sent)
  const isShown = ({ messages }: Fragment): boolean => messages.length > 0
  const ends = frame.backEnd.edges(all.find(isShown), all.findLast(isShown))
  return all.reduce((sum, { fills, count }: Fragment) => (fills ? plus(sum, count) : sum), ends)
}

/** Returns the unit that is shown last in a history that begins at a place. */
function lastSent(units: Units, start: number): number {
  const last = units.lastShown()
  for (const unit of units.moved()) {
    if (units.orderOf(unit) < last) break
    if (unit >= start && !units.isHidden(unit)) return unit
  }
  return last
}

/** Returns the wanted units that precede a place and are shown, each once, oldest first. */
function unitsBefore(units: Units, wanted: readonly number[], start: number): number[] {
  const found = new Set(wanted.filter(ordinal => ordinal < start && !units.isHidden(ordinal)))
  return [...found].sort((left, right) => left - right)
}

/**
 * Returns a function that writes units for a history that begins at a place. `moved` is the unit of a compaction; units
 * before it are sent after it.
 */
export function unitReader(
  frame: Frame,
  start: number,
  moved: number | null = null,
): (ordinal: number) => Emitted {
  const { session, fragments, reasoningFrom, compactBefore } = frame
  const { rows } = session.units
  const shownLast = lastSent(session.units, start)
  const last = blocksFollow(frame, shownLast) ? null : shownLast
  const turnEnd = lastTurnEnd(session.units)
  return ordinal => {
    // Units sent after the compaction change their place, so they lose reasoning, and the compaction is not the last.
    const thinks = rows.seqOf(ordinal) >= reasoningFrom && (moved === null || ordinal >= moved)
    const source = rows.covers.sourceOf(ordinal)
    return fragments.at(session, source, {
      version: rows.versionOf(source),
      reasoning: thinks,
      last: ordinal === last && ordinal !== moved,
      over: ordinal < turnEnd && rows.ownKindOf(source) === 'developer',
      shape: session.units.shapeOf(ordinal, start, compactBefore),
    })
  }
}

function calledIn(sent: readonly Emitted[]): Set<string> {
  const called = new Set<string>()
  for (const { toolNames } of sent) for (const name of toolNames) called.add(name)
  return called
}

/** Sum of fragments, and whether it exceeds the room. */
class Tally {
  private readonly room: Room | null
  private estimate = 0
  private max = 0
  private exact = true
  private messages = 0
  private readonly load: Load

  constructor(room: Room | null) {
    this.room = room
    this.load = new Load(room)
  }

  add({ count, messages }: Emitted): void {
    this.estimate += count.estimate
    this.max += count.max
    this.exact &&= count.exact
    this.messages += messages.length
    this.load.add(messages)
  }

  /** Reason why the sum exceeds the room; null if it does not. */
  get excess(): string | null {
    if (this.room === null) return null
    if (this.max > this.room.tokens) return highWater
    return this.messages > this.room.messages
      ? 'there are more messages than the API takes'
      : this.load.refused
  }

  get count(): Count {
    return { estimate: this.estimate, max: this.max, exact: this.exact }
  }
}
