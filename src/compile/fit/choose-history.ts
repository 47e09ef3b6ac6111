import { mustReach } from './at-least.ts'
import { clauseLimits } from './at-most.ts'
import { choose } from './attempts.ts'
import type { Choice, History, Unlimited } from './choice.ts'
import { mustKeep, mustTell } from './required.ts'
import { allExtras, type Frame } from './window.ts'

/**
 * Chooses where the history begins: where it began before, as long as that fits; else further on, far enough that it
 * stays there for a while. Before that, what may be shown shorter is, and what is supplementary goes.
 */
export function chooseHistory(given: Choice): History {
  const { selection, limits } = given
  const choice: Choice = { ...given, low: lowOf(given) }
  const { units } = choice.session
  // Floors of clauses and summaries are dropped after all other history, floors first.
  const floors = selection === null ? [] : mustReach(selection, wholeFrame(choice))
  const told = mustTell(units)
  const musts = [
    ...(floors.length > 0 ? [new Set([...told, ...floors])] : []),
    told,
    ...(units.rows.covers.places().length > 0 ? [mustKeep(units)] : []),
  ]
  let chosen = choose(choice, musts[0] as ReadonlySet<number>)
  for (const must of musts.slice(1)) if (!chosen.fits) chosen = choose(choice, must)
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
  must: new Set(),
  held: [],
  reasoning: 0,
  pressed: choice.earlier?.pressed ?? 0,
  extras: allExtras,
})
