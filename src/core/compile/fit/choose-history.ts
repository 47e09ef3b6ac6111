import { isDemoting } from '../../context/selection/clause-state.ts'
import { lowWithAim, roomAtTurn } from './aim.ts'
import { newestAtLeast } from './at-least.ts'
import { clauseLimits } from './at-most.ts'
import { chooseWindow } from './attempts.ts'
import type { Choice, History, Unlimited } from './choice.ts'
import type { Floor } from './provider-compaction.ts'
import { neverDroppedOrSummaries, neverDroppedUnits } from './required.ts'
import { shareBeforeAsking, softSize } from './step.ts'
import { highWater } from './tally.ts'
import { aboveAim, allSupplementary, type Frame } from './window.ts'

/**
 * Chooses a history with every required unit. If no such history fits, requirements are dropped in this order: the
 * units of `atLeast`, then summaries and the provider's compaction, then critical units whose clause has an `atMost`.
 * The README of this folder gives the complete order in which a request is shortened.
 */
export function chooseHistory(given: Choice): History {
  const history = chooseWithCompaction(given)
  const { floor, cause, sent, count } = history
  if (floor === null || cause === null || !given.session.units.isHidden(floor.holder)) return history
  // Behind a large compaction, such as one that returned long user messages, trims make only small steps. So a trim
  // gives it up if the step is larger without it.
  const large = shareBeforeAsking(given.low) * softSize(given.room)
  const holder = sent.find(({ ordinal }) => ordinal === floor.holder)
  if (holder === undefined || holder.count.max < large) return history
  const without = chooseWithCompaction({ ...given, floor: null })
  return without.fits && count.max - without.count.max >= large / 2 ? without : history
}

function chooseWithCompaction(given: Choice): History {
  const { selection, limits } = given
  const low = lowOf(given)
  const choice: Choice = { ...given, low: lowWithAim(given, low) }
  const { units } = choice.session
  // If it is not enough to drop all other history, `atLeast` units are dropped, and then summaries and the
  // provider's compaction.
  const atLeast = selection === null ? [] : newestAtLeast(selection, wholeFrame(choice, choice.floor))
  const last = neverDroppedOrSummaries(choice)
  // A compaction that was asked for stands for units that the session still has, so they come back without it.
  const isAsked = choice.floor !== null && units.isHidden(choice.floor.holder)
  const without = isAsked ? { ...choice, floor: null } : choice
  const requirements = [
    ...(atLeast.length > 0 ? [new Set([...last, ...atLeast])] : []),
    last,
    ...(units.rows.covers.places().length > 0 || choice.floor !== null ? [neverDroppedUnits(units)] : []),
    ...(selection?.clauses.some(isDemoting) ? [neverDroppedUnits(units, selection.strictlyCritical)] : []),
  ]
  const [whole] = requirements as [ReadonlySet<number>]
  const aimed = roomAtTurn(choice)
  if (aimed !== null) {
    const history = chooseWindow({ ...choice, low, room: aimed }, whole)
    if (history.fits)
      return { ...history, cause: history.cause === highWater ? aboveAim : history.cause, limits }
  }
  let chosen = chooseWindow(choice, whole)
  for (const required of requirements.slice(1))
    if (!chosen.fits) chosen = chooseWindow(required === last ? choice : without, required)
  return { ...chosen, limits }
}

/** Returns the first conversation unit within the `atMost` of each clause of the policy. */
export function clauseStarts(choice: Unlimited): readonly number[] {
  const { selection, earlier } = choice
  if (selection === null) return []
  return clauseLimits(selection, wholeFrame(choice), lowOf(choice), earlier?.limits ?? [])
}

/** Divisor of the share of the room that a trim frees, used by a compile without a plan. */
const fuller = 2

/**
 * Returns the share of the room that a trim leaves in use. Without an earlier request, the share is larger, because
 * there is no prefix to keep.
 */
const lowOf = ({ low, earlier }: Unlimited): number => (earlier === null ? 1 - (1 - low) / fuller : low)

/** Returns a frame (inputs of a window) that drops nothing. */
const wholeFrame = (choice: Unlimited, floor: Floor | null = null): Frame => ({
  ...choice,
  floor,
  required: new Set(),
  carried: [],
  reasoningFrom: 0,
  compactBefore: choice.earlier?.compactBefore ?? 0,
  supplementary: allSupplementary,
})
