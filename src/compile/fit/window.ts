import { type Count, plus } from '../../ir/count.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { Units } from '../../session/unit/units.ts'
import type { BackEnd, Fragment } from '../../target/target.ts'
import type { PlacedSources } from '../beside/placed.ts'
import type { Room } from '../contract/room.ts'
import type { Stubs } from '../contract/stubs.ts'
import type { Emitted, Fragments } from './fragments.ts'
import { inOrder } from './in-order.ts'
import { openingOf } from './opening.ts'
import { blocksFollow, withBeside } from './placement.ts'

/** The part of the history that goes along when it begins at one place. */
export interface Window {
  /** Ordinal of the unit at which the unbroken part begins. */
  readonly start: number
  /** The unit that holds the provider's compaction, where that goes along. */
  readonly floor: number | null
  /** Units before it that go along too. */
  readonly before: ReadonlySet<number>
  /** Units in `before` that did not open the turn: they wait for results, or did when this start was chosen. */
  readonly waiting: readonly number[]
  /** In the order in which they are sent. */
  readonly sent: readonly Emitted[]
  /** Everything: units, bare declarations, what the ends need. */
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
  /** Units before the start that earlier requests held: they waited for results then, and keep their place. */
  readonly carried: readonly number[]
  /** Nothing before this unit goes along in its place, because the provider compacted it. */
  readonly floor: number | null
  /** Reasoning of earlier events than this one is left out. */
  readonly reasoningFrom: number
  /** Ordinal of a unit: earlier units are compacted where they may be. */
  readonly compactBefore: number
  readonly supplementary: Supplementary
  /** Context blocks after the history, or in it after the words that opened the current turn. */
  readonly beside: PlacedSources
  /** Whether the provider refuses reasoning if anything before it changed. */
  readonly bindsReasoning: boolean
}

/** Supplementary units that are sent. */
export interface Supplementary {
  /** Units that were chosen. */
  readonly chosen: ReadonlySet<number>
  /** From here on all do. */
  readonly since: number
}

/** All supplementary units go along. */
export const allSupplementary: Supplementary = { chosen: new Set(), since: 0 }

/** Whether a unit goes along: supplementary ones do where they must, were chosen, or have come since. */
export const goesAlong = (
  { session: { units }, required, supplementary }: Pick<Frame, 'session' | 'required' | 'supplementary'>,
  unit: number,
): boolean =>
  unit >= supplementary.since ||
  supplementary.chosen.has(unit) ||
  required.has(unit) ||
  units.tierOf(unit) !== 'supplementary'

/** The window that begins at a unit; null, as soon as it is seen, where it takes more than there is room for. */
export function windowAt(frame: Frame, start: number, room: Room | null): Window | null {
  const { units } = frame.session
  const { chosen } = frame.supplementary
  const floor = frame.floor !== null && start <= frame.floor ? frame.floor : null
  const opening = new Set(openingOf(units, start).filter(ordinal => floor === null || ordinal >= floor))
  const before = unitsBefore(units, [...opening, ...frame.required, ...frame.carried, ...chosen], start)
  const isMoving = floor !== null && before.some(ordinal => ordinal < floor)
  const unitAt = unitReader(frame, start, isMoving ? floor : null)
  const tally = new Tally(room)
  const sent = unbroken(frame, start, unitAt, tally)
  if (sent === null) return null
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
  if (room !== null && (tally.isOver || count.max > room.tokens)) return null
  const waiting = before.filter(ordinal => !opening.has(ordinal) && !chosen.has(ordinal))
  return { start, floor, before: new Set(before), waiting, sent: placed, count, stubs }
}

/** The units from a place on that go along, newest first; null, as soon as it is seen, where they take too much. */
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
    if (tally.isOver) return null
  }
  return sent
}

/** Counts what the ends of a history need, with the context blocks in their place. */
function edgesOf(frame: Frame, sent: readonly Emitted[]): Count {
  const all = withBeside(frame, sent)
  const isShown = ({ messages }: Fragment): boolean => messages.length > 0
  return frame.backEnd.edges(all.find(isShown), all.findLast(isShown))
}

/** The unit that is shown last in a history that begins at a place. */
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

/** The units as they go along in a history that begins at a place. What stands before `moved`, a compaction, is sent after it. */
export function unitReader(
  frame: Frame,
  start: number,
  moved: number | null = null,
): (ordinal: number) => Emitted {
  const { session, fragments, reasoningFrom, compactBefore } = frame
  const { rows } = session.units
  const shownLast = lastSent(session.units, start)
  const last = blocksFollow(frame, shownLast) ? null : shownLast
  return ordinal => {
    // In another place, so without thought; and what holds the compaction is not the last any more.
    const thinks = rows.seqOf(ordinal) >= reasoningFrom && (moved === null || ordinal >= moved)
    const source = rows.covers.sourceOf(ordinal)
    return fragments.at(session, source, {
      version: rows.versionOf(source),
      reasoning: thinks,
      last: ordinal === last && ordinal !== moved,
      shape: session.units.shapeOf(ordinal, start, compactBefore),
    })
  }
}

function calledIn(sent: readonly Emitted[]): Set<string> {
  const called = new Set<string>()
  for (const { toolNames } of sent) for (const name of toolNames) called.add(name)
  return called
}

/** Adds fragments up. */
class Tally {
  private readonly room: Room | null
  private estimate = 0
  private max = 0
  private exact = true
  private messages = 0

  constructor(room: Room | null) {
    this.room = room
  }

  add({ count, messages }: Emitted): void {
    this.estimate += count.estimate
    this.max += count.max
    this.exact &&= count.exact
    this.messages += messages.length
  }

  get isOver(): boolean {
    return this.room !== null && (this.max > this.room.tokens || this.messages > this.room.messages)
  }

  get count(): Count {
    return { estimate: this.estimate, max: this.max, exact: this.exact }
  }
}
