import { newestAtLeast } from './at-least.ts'
import { clauseLimits } from './at-most.ts'
import { choose } from './attempts.ts'
import type { Choice, History, Unlimited } from './choice.ts'
import { neverDropped, neverDroppedOrSummaries } from './required.ts'
import { allSupplementary, type Frame } from './window.ts'

/**
 * Chooses a history with all that it is required to hold; where that cannot fit, without the units of `atLeast`, then
 * without summaries. The README of this folder has the whole order in which a request gives way.
 */
export function chooseHistory(given: Choice): History {
  const { selection, limits } = given
  const choice: Choice = { ...given, low: lowOf(given) }
  const { units } = choice.session
  // The units of `atLeast` and summaries are dropped after all other history, in this order.
  const atLeast = selection === null ? [] : newestAtLeast(selection, wholeFrame(choice))
  const last = neverDroppedOrSummaries(units)
  const requirements = [
    ...(atLeast.length > 0 ? [new Set([...last, ...atLeast])] : []),
    last,
    ...(units.rows.covers.places().length > 0 ? [neverDropped(units)] : []),
  ]
  let chosen = choose(choice, requirements[0] as ReadonlySet<number>)
  for (const required of requirements.slice(1)) if (!chosen.fits) chosen = choose(choice, required)
  return { ...chosen, limits }
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
  required: new Set(),
  carried: [],
  reasoningFrom: 0,
  compactBefore: choice.earlier?.compactBefore ?? 0,
  supplementary: allSupplementary,
})
