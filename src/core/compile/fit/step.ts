import type { SessionView } from '../../session/unit/session-view.ts'
import { weightless } from '../../target/limits.ts'
import type { Room } from '../contract/room.ts'
import type { Sizing } from '../contract/sizing.ts'
import type { Earlier } from './earlier.ts'
import { Load } from './load.ts'
import { type Frame, isSentUnit, unitReader, type Window } from './window.ts'

/** Inputs for trimming a history. */
export interface Trimming {
  readonly session: SessionView
  readonly room: Room
  /** Share of the room that a trim leaves in use, from 0 to 1. */
  readonly low: number
  readonly sizing: Sizing
  readonly earlier: Earlier | null
}

/**
 * Point from which work that makes room is requested, as a share of the range from the low mark (the share of the room
 * that a trim leaves in use) to the full room.
 */
const early = 1 / 2

/** Whether a history is so long that it will soon exceed its room. */
export const isFilling = (
  { count }: Pick<Window, 'count'>,
  { room, low }: Pick<Trimming, 'room' | 'low'>,
): boolean => count.max > (low + shareBeforeAsking(low)) * softSize(room)

/** Returns the share of the room that is filled between a trim and the request for work that makes room. */
export const shareBeforeAsking = (low: number): number => (1 - low) * early

/** Returns the tokens to which the next trim leads: the soft size, or the whole room without one. */
export const softSize = ({ tokens, aim }: Room): number =>
  aim === null || aim <= 0 ? tokens : Math.min(tokens, aim)

/** Returns the number of tokens that one step of trimming frees. */
export const tokensPerStep = ({ room, low }: Trimming): number => (1 - low) * room.tokens

/**
 * Returns the tokens of reasoning that the earlier request contained from a unit on and that this frame (inputs of a
 * window) drops. Units added later do not count. So the next compile finds the same beginning.
 */
export function freedReasoning(frame: Frame, { earlier }: Trimming, start: number): number {
  if (earlier === null || frame.reasoningFrom <= earlier.reasoningFrom) return 0
  const { units } = frame.session
  const withIt = unitReader({ ...frame, reasoningFrom: earlier.reasoningFrom }, start)
  const without = unitReader(frame, start)
  let freed = 0
  for (let unit = start; unit < units.rows.length; unit = units.placeAfter(unit)) {
    if (units.rows.seqOf(unit) >= earlier.head) break
    if (units.isHidden(unit) || !isSentUnit(frame, unit)) continue
    freed += withIt(unit).count.max - without(unit).count.max
  }
  return freed
}

/**
 * Returns the next unit at which the history may begin. The units in between use the share `1 - low` of the room, minus
 * tokens that were already freed. The result depends only on the old beginning and the units after it. So the next
 * compile finds the same unit.
 */
export function nextBeginning(frame: Frame, choice: Trimming, start: number, freed: number): number {
  const { room, low } = choice
  const { units } = frame.session
  const last = units.lastShown()
  const step = { tokens: tokensPerStep(choice) - freed, messages: (1 - low) * room.messages }
  const unitAt = unitReader(frame, start)
  const load = new Load(room, weightless)
  let tokens = 0
  let messages = 0
  let dropped = false
  let ordinal = start
  for (; ordinal < last; ordinal = units.placeAfter(ordinal)) {
    if (units.isHidden(ordinal) || !isSentUnit(frame, ordinal)) continue
    const unit = unitAt(ordinal)
    if (dropped && (tokens >= step.tokens || messages >= step.messages || load.uses(1 - low))) break
    // A step ends before a very long unit, because this unit may fit once the units before it are dropped.
    if (dropped && unit.count.max >= step.tokens) break
    tokens += unit.count.max
    messages += unit.messages.length
    load.add(unit.messages)
    dropped = true
  }
  return Math.max(start, Math.min(ordinal, last))
}
