import type { Selection } from '../../context/selection/selection.ts'
import type { Wants } from '../../ir/wants.ts'
import type { Earlier } from '../plan/read-plan.ts'
import { mustReach } from './at-least.ts'
import { clauseLimits } from './at-most.ts'
import { beginHistory } from './begin.ts'
import { mostPressed, pressed } from './compact-before.ts'
import { mustKeep, mustTell } from './required.ts'
import { type Sizing, sizeOfSpan } from './sizing.ts'
import { chooseExtras, keepChosen, noExtras } from './supplementary.ts'
import {
  allExtras,
  type Frame,
  goesAlong,
  type Room,
  type Supplementary,
  unitReader,
  type Window,
  windowAt,
} from './window.ts'

/** The part of the history that goes along. */
export interface History extends Window {
  /** Whether what must be sent fits. */
  readonly fits: boolean
  readonly must: ReadonlySet<number>
  /** Reasoning of earlier events than this one is left out. */
  readonly reasoning: number
  /** Something that reasoning was made behind is not as it was. */
  readonly broken: boolean
  /** What may be compacted is so before this unit. */
  readonly pressed: number
  readonly extras: Supplementary
  /** By clause of the policy: where it begins, since it may take only so many tokens. */
  readonly limits: readonly number[]
}

/** What choosing needs to know. */
export interface Choice extends Omit<Frame, 'must' | 'held' | 'reasoning' | 'pressed' | 'extras'> {
  /** What the agent's policy selects; null for an agent without one. */
  readonly selection: Selection | null
  /** For the history and what it brings with it. */
  readonly room: Room
  /** Share of the room that trimming leaves in use, from 0 to 1. */
  readonly low: number
  /** Reasoning is bound to everything before it (A25). */
  readonly bound: boolean
  readonly sizing: Sizing
  readonly earlier: Earlier | null
  /** By clause of the policy: where it begins, since it may take only so many tokens. The selection holds to it. */
  readonly limits: readonly number[]
  /** Asks for what only others can make. */
  readonly wants: Wants
}

/** What choosing needs to know before clauses are limited. */
export type Unlimited = Omit<Choice, 'limits'>

/** A history of one way to choose it, and what is left out of it whatever there is room for. */
type Chosen = Omit<History, 'limits'>

/**
 * Chooses where the history begins: where it began before, as long as that fits; else further on, far enough that it
 * stays there for a while. Before that, what may be shown shorter is, and what is supplementary goes.
 */
export function chooseHistory(given: Choice): History {
  const { selection, limits } = given
  const choice: Choice = { ...given, low: lowOf(given) }
  const { units } = choice.session
  // What goes last of all goes first of these: floors of clauses, then what summaries tell.
  const floors = selection === null ? [] : mustReach(selection, wholeFrame(choice))
  const told = mustTell(units)
  const musts = [
    ...(floors.length > 0 ? [new Set([...told, ...floors])] : []),
    told,
    ...(units.rows.covers.places().length > 0 ? [mustKeep(units)] : []),
  ]
  let chosen: Chosen | null = null
  for (const must of musts) {
    chosen = choose(choice, must)
    if (chosen.fits) break
  }
  return { ...(chosen as Chosen), limits }
}

/** Returns where the clauses of the policy begin that may take only so many tokens. */
export function limitsOf(choice: Unlimited): readonly number[] {
  const { selection, earlier } = choice
  if (selection === null) return []
  return clauseLimits(selection, wholeFrame(choice), lowOf(choice), earlier?.limits ?? [])
}

/** Without a plan, so much less of the room is free after trimming. */
const fuller = 2

/** The share of the room that trimming leaves in use: more where no request began before that this one should begin like. */
const lowOf = ({ low, earlier }: Unlimited): number => (earlier === null ? 1 - (1 - low) / fuller : low)

/** A frame with nothing left out. */
const wholeFrame = (choice: Unlimited): Frame => ({
  ...choice,
  must: new Set(),
  held: [],
  reasoning: 0,
  pressed: choice.earlier?.pressed ?? 0,
  extras: allExtras,
})

/** The same, with what must go along. */
function choose(choice: Choice, must: ReadonlySet<number>): Chosen {
  const { session, earlier, floor, bound, selection } = choice
  const begin = Math.max(earlier?.start ?? 0, floor ?? 0)
  const kept = bound ? (earlier?.reasoning ?? 0) : 0
  // Where the provider's compaction goes along, what waited once is in it.
  const isCompacted = floor !== null && begin === floor
  const held = isCompacted ? [] : (earlier?.held ?? [])
  const known = { pressed: earlier?.pressed ?? 0, extras: earlier?.extras ?? allExtras }
  // Without a plan, what no text could be short enough for need not be counted to be seen not to fit.
  const before: Frame = { ...choice, must, held, reasoning: kept, ...known }
  const hopeless = earlier === null && isFarOver(choice, begin, session.units.rows.length, 4)
  const asBefore = hopeless ? null : windowAt(before, begin, choice.room)
  if (asBefore) return { ...asBefore, fits: true, must, reasoning: kept, broken: false, ...known }
  // Whatever thought there is was made behind what is left out now.
  const reasoning = bound ? session.length : 0
  const anew: Frame = { ...before, reasoning }
  const shown = (window: Window, { pressed, extras }: Frame): Chosen => ({
    ...window,
    fits: true,
    must,
    reasoning,
    broken: false,
    pressed,
    extras: selection === null ? extras : keepChosen(extras, window, selection),
  })
  const most = Math.max(anew.pressed, mostPressed(session.units))
  const short = selection?.has('compact') ? { ...anew, pressed: most } : anew
  if (!hopeless && short !== anew) {
    const frame = { ...anew, pressed: Math.max(anew.pressed, pressed(anew, choice, begin)) }
    const window = windowAt(frame, begin, choice.room)
    if (window) return shown(window, frame)
  }
  const bare: Frame = selection?.hasTier('supplementary') ? { ...short, extras: noExtras(short) } : short
  if (!hopeless && bare !== short) {
    const window = windowAt(bare, begin, choice.room)
    if (window) return shown(...filled(bare, choice, window))
  }
  const later: Frame = { ...bare, held: [] }
  const shorter = trimmed(later, choice, begin)
  if (shorter?.fits) {
    const [window, frame] = eased(later, choice, shorter, anew.pressed)
    return bare === short ? shown(window, frame) : shown(...filled(frame, choice, window))
  }
  if (shorter) return { ...shown(shorter, later), fits: false }
  // There is nothing to leave out but what went along because it waited once.
  const last = held.length > 0 || bare !== anew ? later : before
  const whole = hopeless || last !== before ? windowAt(last, begin, choice.room) : null
  const least = whole ?? (windowAt(last, begin, null) as Window)
  return { ...shown(least, last), fits: whole !== null, reasoning: last.reasoning }
}

type Shown = [window: Window, frame: Frame]

/** With the supplementary units that there is room for up to the low mark. */
function filled(frame: Frame, { room, low }: Choice, window: Window): Shown {
  const left = low * room.tokens - window.count.max
  const more = { ...frame, extras: chooseExtras(frame, room, window.start, left) }
  const found = windowAt(more, window.start, room)
  return found ? [found, more] : [window, frame]
}

/** With no more compacted than it takes to come down to the low mark. */
function eased(frame: Frame, choice: Choice, window: Window, before: number): Shown {
  const { start } = window
  const raw = { ...frame, pressed: before }
  const less = { ...frame, pressed: Math.max(before, pressed(raw, choice, start)) }
  const found = less.pressed < frame.pressed ? windowAt(less, start, choice.room) : null
  return found ? [found, less] : [window, frame]
}

/** Whether the units from one place to another take, by their length alone, so many times what there is room for. */
function isFarOver({ session, room, sizing }: Choice, from: number, to: number, times: number): boolean {
  const { units } = session
  const { rows } = units
  let sum = 0
  for (let unit = units.before(to); unit >= from; unit = units.before(unit)) {
    if (units.isHidden(unit)) continue
    for (const span of rows.spansOf(rows.covers.sourceOf(unit))) sum += sizeOfSpan(rows.spans, span, sizing)
    if (sum > times * room.tokens) return true
  }
  return false
}

/** A window that begins later, where it fits, or the last there is; null where there is none. */
function trimmed(frame: Frame, choice: Choice, begin: number): (Window & { readonly fits: boolean }) | null {
  const later = frame.session.units.after(begin)
  const found = choice.earlier === null ? beginHistory(frame, choice, later) : movedOn(frame, choice, begin)
  if (found) return { ...found, fits: true }
  const last = frame.session.units.lastShown()
  return last <= begin ? null : { ...(windowAt(frame, last, null) as Window), fits: false }
}

/** A window that begins further on than the one that a plan tells of, at the first step at which it fits. */
function movedOn(frame: Frame, choice: Choice, begin: number): Window | null {
  let start = begin
  const earliest = earliestFit(frame, choice, start)
  // What grew far beyond is begun again.
  if (isFarOver(choice, begin, earliest, 1)) {
    start = Math.max(begin, newest(frame, choice))
    const window = start > begin ? windowAt(frame, start, choice.room) : null
    if (window) return window
  }
  for (;;) {
    const next = stepFrom(frame, choice, start)
    if (next === start) return null
    start = next
    const window = start < earliest ? null : windowAt(frame, start, choice.room)
    if (window) return window
  }
}

/** Where what there is room for up to the low mark begins, counted from the newest. */
function newest(frame: Frame, { room, low }: Choice): number {
  const { units } = frame.session
  const unitAt = unitReader(frame, 0)
  let tokens = 0
  let start = units.lastShown()
  for (let unit = units.before(units.rows.length); unit >= 0; unit = units.before(unit)) {
    if (units.isHidden(unit) || !goesAlong(frame, unit)) continue
    tokens += unitAt(unit).count.max
    if (tokens > low * room.tokens) break
    start = unit
  }
  return Math.max(0, start)
}

/** The first place from which the units alone take no more than there is room for. */
function earliestFit(frame: Frame, { room }: Choice, from: number): number {
  const { units } = frame.session
  const { rows } = units
  const unitAt = unitReader(frame, 0)
  let tokens = 0
  let ordinal = units.before(rows.length)
  for (; ordinal >= from; ordinal = units.before(ordinal)) {
    if (units.isHidden(ordinal) || !goesAlong(frame, ordinal)) continue
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
  const unitAt = unitReader(frame, start)
  let tokens = 0
  let messages = 0
  let dropped = false
  let ordinal = start
  for (; ordinal < last; ordinal = units.after(ordinal)) {
    if (units.isHidden(ordinal) || !goesAlong(frame, ordinal)) continue
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
