import { mustKeep, mustTell } from '../budget/must-keep.ts'
import { type Sizing, sizeOfSpan, type TrimFold } from '../budget/trim-fold.ts'
import type { Wants } from '../ir/wants.ts'
import type { Earlier } from './read-plan.ts'
import { type Frame, type Room, unitReader, type Window, windowAt } from './window.ts'

/** The part of the history that goes along. */
export interface History extends Window {
  /** Whether what must be sent fits. */
  readonly fits: boolean
  readonly must: ReadonlySet<number>
  /** Reasoning of earlier events than this one is left out. */
  readonly reasoning: number
  /** Something that reasoning was made behind is not as it was. */
  readonly broken: boolean
}

/** What choosing needs to know. */
export interface Choice extends Omit<Frame, 'must' | 'held' | 'reasoning'> {
  /** For the history and what it brings with it. */
  readonly room: Room
  /** What trimming leaves of the room, from 0 to 1. */
  readonly low: number
  /** Reasoning is bound to everything before it (A25). */
  readonly bound: boolean
  readonly sizing: Sizing
  /** The fold over the log; made when it is needed. */
  readonly fold: () => TrimFold
  readonly earlier: Earlier | null
  /** Asks for what only others can make. */
  readonly wants: Wants
}

/**
 * Chooses where the history begins: where it began before, as long as that fits; else further on, far enough that it
 * stays there for a while.
 */
export function chooseHistory(choice: Choice): History {
  const { units } = choice.session
  const told = choose(choice, mustTell(units))
  return told.fits || units.rows.covers.places().length === 0 ? told : choose(choice, mustKeep(units))
}

/** The same, with what must go along. */
function choose(choice: Choice, must: ReadonlySet<number>): History {
  const { session, earlier, floor, bound } = choice
  const begin = Math.max(earlier?.start ?? 0, floor ?? 0)
  const kept = bound ? (earlier?.reasoning ?? 0) : 0
  // Where the provider's compaction goes along, what waited once is in it.
  const isCompacted = floor !== null && begin === floor
  const held = isCompacted ? [] : (earlier?.held ?? [])
  // Without a plan, what no text could be short enough for need not be counted to be seen not to fit.
  const before = { ...choice, must, held, reasoning: kept }
  const hopeless = earlier === null && isFarOver(choice, begin, 4)
  const asBefore = hopeless ? null : windowAt(before, begin, choice.room)
  if (asBefore) return { ...asBefore, fits: true, must, reasoning: kept, broken: false }
  // Whatever thought there is was made behind what is left out now.
  const reasoning = bound ? session.length : 0
  const shorter = trimmed({ ...choice, must, held: [], reasoning }, choice, begin)
  if (shorter) return { ...shorter, must, reasoning, broken: false }
  // There is nothing to leave out but what went along because it waited once.
  const bare = held.length > 0 ? { ...before, held: [], reasoning } : before
  const whole = hopeless || held.length > 0 ? windowAt(bare, begin, choice.room) : null
  const least = whole ?? (windowAt(bare, begin, null) as Window)
  return { ...least, fits: whole !== null, must, reasoning: bare.reasoning, broken: false }
}

/** By its length alone, what follows a place is so many times what there is room for. */
function isFarOver({ session, room, sizing }: Choice, start: number, times: number): boolean {
  const { units } = session
  const { rows } = units
  let sum = 0
  for (let unit = units.before(rows.length); unit >= start; unit = units.before(unit)) {
    if (units.isHidden(unit)) continue
    for (const span of rows.spansOf(rows.covers.sourceOf(unit))) sum += sizeOfSpan(rows.spans, span, sizing)
    if (sum > times * room.tokens) return true
  }
  return false
}

/** A window that begins later, at the first step at which it fits, or the last there is; null where there is none. */
function trimmed(frame: Frame, choice: Choice, begin: number): (Window & { readonly fits: boolean }) | null {
  let start = begin
  // With a plan the place moves on from where it was; only what grew far beyond is begun anew.
  if (choice.earlier === null || isFarOver(choice, begin, 2)) {
    start = Math.max(begin, choice.fold().fold(choice.session.units))
    const window = start > begin ? windowAt(frame, start, choice.room) : null
    if (window) return { ...window, fits: true }
  }
  const earliest = earliestFit(frame, choice, start)
  for (;;) {
    const next = stepFrom(frame, choice, start)
    if (next === start) break
    start = next
    const window = start < earliest ? null : windowAt(frame, start, choice.room)
    if (window) return { ...window, fits: true }
  }
  return start === begin ? null : { ...(windowAt(frame, start, null) as Window), fits: false }
}

/** The first place from which the units alone take no more than there is room for. */
function earliestFit(frame: Frame, { room }: Choice, from: number): number {
  const { units } = frame.session
  const { rows } = units
  const unitAt = unitReader(frame)
  let tokens = 0
  let ordinal = units.before(rows.length)
  for (; ordinal >= from; ordinal = units.before(ordinal)) {
    if (units.isHidden(ordinal)) continue
    tokens += unitAt(ordinal).count.max
    if (tokens > room.tokens) break
  }
  return ordinal + 1
}

/**
 * The next place to begin at: as much further on as is to be free. It depends on the old place and on what follows it,
 * so that the next compile finds the same one.
 */
function stepFrom(frame: Frame, { room, low }: Choice, start: number): number {
  const { units } = frame.session
  const last = units.lastShown()
  const step = { tokens: (1 - low) * room.tokens, messages: (1 - low) * room.messages }
  const unitAt = unitReader(frame)
  let tokens = 0
  let messages = 0
  let dropped = false
  let ordinal = start
  for (; ordinal < last; ordinal = units.after(ordinal)) {
    if (units.isHidden(ordinal)) continue
    const unit = unitAt(ordinal)
    if (dropped && (tokens >= step.tokens || messages >= step.messages)) break
    // A very long unit is a step of its own: there may be room for it when what is before it has gone.
    if (dropped && unit.count.max >= step.tokens) break
    tokens += unit.count.max
    messages += unit.messages.length
    dropped = true
  }
  return Math.max(start, Math.min(ordinal, last))
}
