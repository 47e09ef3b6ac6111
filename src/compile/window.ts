import { openingOf } from '../budget/opening.ts'
import { type Count, plus } from '../ir/count.ts'
import type { Session } from '../session/session.ts'
import type { BackEnd } from '../target/target.ts'
import type { Emitted, Fragments } from './fragments.ts'
import type { Stubs } from './stubs.ts'

/** The part of the history that goes along when it begins at one place. */
export interface Window {
  /** Ordinal of the unit at which the unbroken part begins. */
  readonly start: number
  /** The unit that holds the provider's compaction, where that goes along. */
  readonly floor: number | null
  /** Units before it that go along too. */
  readonly before: ReadonlySet<number>
  /** In the order in which they are sent. */
  readonly sent: readonly Emitted[]
  /** Everything: units, bare declarations, what the ends need. */
  readonly count: Count
  readonly stubs: { readonly names: readonly string[]; readonly count: Count }
}

/** What a window is made of. */
export interface Frame {
  readonly session: Session
  readonly backEnd: BackEnd
  readonly fragments: Fragments
  readonly stubs: Stubs
  /** Those that must be kept wherever the history begins. */
  readonly must: ReadonlySet<number>
  /** Nothing before this unit goes along in its place, because the provider compacted it. */
  readonly floor: number | null
  /** Reasoning of earlier events than this one is left out. */
  readonly reasoning: number
}

/** Room for a window. */
export interface Room {
  readonly tokens: number
  readonly messages: number
}

/** The window that begins at a unit; null, as soon as it is seen, where it takes more than there is room for. */
export function windowAt(given: Frame, start: number, room: Room | null): Window | null {
  const floor = given.floor !== null && start <= given.floor ? given.floor : null
  const frame = { ...given, floor }
  const { session, backEnd, must } = frame
  const { rows } = session.units
  const opening = floor === null ? openingOf(rows, start) : openingOf(rows, start).filter(at => at >= floor)
  const before = [...new Set([...opening, ...[...must].filter(at => at < start)])].sort((a, b) => a - b)
  const tally = new Tally(room)
  const moved = floor !== null && before.some(at => at < floor)
  const emit = (ordinal: number): Emitted => unitAt(frame, ordinal, moved)
  const sent: Emitted[] = []
  for (let ordinal = rows.length - 1; ordinal >= start; ordinal--) {
    if (rows.isHidden(ordinal)) continue
    const emitted = emit(ordinal)
    sent.push(emitted)
    tally.add(emitted)
    if (tally.isOver) return null
  }
  // What must be kept but stands before a compaction is sent again after it.
  const behind = sent.length - (moved && sent.at(-1)?.ordinal === floor ? 1 : 0)
  const older = before.map(emit)
  for (const emitted of older) tally.add(emitted)
  sent.splice(behind, 0, ...older.reverse())
  sent.reverse()
  const stubs = frame.stubs.of(new Set(sent.flatMap(({ toolNames }) => toolNames)))
  const shown = sent.filter(({ messages }) => messages.length > 0)
  const edges = backEnd.edges(shown[0], shown.at(-1))
  const count = plus(plus(tally.count, stubs.count), edges)
  if (room !== null && (tally.isOver || count.max > room.tokens)) return null
  return { start, floor, before: new Set(before), sent, count, stubs }
}

/** A unit as it goes along. */
export function unitAt(
  { session, fragments, floor, reasoning }: Frame,
  ordinal: number,
  moved = false,
): Emitted {
  const { rows } = session.units
  // In another place, so without thought; and what holds the compaction is not the last any more.
  const isMoved = moved && floor !== null && ordinal < floor
  return fragments.at(session, ordinal, {
    reasoning: !isMoved && rows.seqOf(ordinal) >= reasoning,
    last: ordinal === rows.lastShown() && !(moved && ordinal === floor),
  })
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
