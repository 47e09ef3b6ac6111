import { isDemoting } from '../../context/selection/clause-state.ts'
import { newestAtLeast } from './at-least.ts'
import { clauseLimits } from './at-most.ts'
import { chooseWindow } from './attempts.ts'
import type { Choice, History, Unlimited } from './choice.ts'
import { neverDropped, neverDroppedOrSummaries } from './required.ts'
import { allSupplementary, type Frame } from './window.ts'

/**
 * Chooses a history with every required unit. If none fits, the units of `atLeast` are no longer required, then
 * summaries are not, and at last critical units whose clause has an `atMost`. The README of this folder gives the
 * complete order in which a request is shortened.
 */
export function chooseHistory(given: Choice): History {
  const { selection, limits } = given
  const choice: Choice = { ...given, low: lowOf(given) }
  const { units } = choice.session
  // `atLeast` units and summaries are dropped after all other history, in this order.
  const atLeast = selection === null ? [] : newestAtLeast(selection, wholeFrame(choice, choice.floor))
  const last = neverDroppedOrSummaries(units)
  const requirements = [
    ...(atLeast.length > 0 ? [new Set([...last, ...atLeast])] : []),
    last,
    ...(units.rows.covers.places().length > 0 ? [neverDropped(units)] : []),
    ...(selection?.clauses.some(isDemoting) ? [neverDropped(units, selection.strictlyCritical)] : []),
  ]
  let chosen = chooseWindow(choice, requirements[0] as ReadonlySet<number>)
  for (const required of requirements.slice(1)) if (!chosen.fits) chosen = chooseWindow(choice, required)
  return { ...chosen, limits }
}

/** Returns the first unit of each clause of the policy, as limited by its `atMost`. */
export function clauseStarts(choice: Unlimited): readonly number[] {
  const { selection, earlier } = choice
  if (selection === null) return []
  return clauseLimits(selection, wholeFrame(choice), lowOf(choice), earlier?.limits ?? [])
}

/** Divisor of the share that a trim frees, if there is no plan. */
const fuller = 2

/**
 * Returns the share of the room that a trim leaves in use: a larger share without an earlier request whose prefix could
 * be kept.
 */
const lowOf = ({ low, earlier }: Unlimited): number => (earlier === null ? 1 - (1 - low) / fuller : low)

/** Returns a frame from which nothing is dropped. */
const wholeFrame = (choice: Unlimited, floor: number | null = null): Frame => ({
  ...choice,
  floor,
  required: new Set(),
  carried: [],
  reasoningFrom: 0,
  compactBefore: choice.earlier?.compactBefore ?? 0,
  supplementary: allSupplementary,
})
