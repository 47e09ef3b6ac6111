import { withSafeQueries } from '../recall/protected.ts'
import { needsMemories } from '../recall/recall.ts'
import type { Round } from './round.ts'

/** Replaces protected values in the agent's queries for memories, before detectors look at what there is. */
export const queries: Round = {
  needs: ({ guard, placed }) => guard !== null && needsMemories(placed.agent),
  do: ({ guard, placed }) => ({ asking: withSafeQueries(placed.agent, guard) }),
}
