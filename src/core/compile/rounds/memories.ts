import { searchMemories } from '../recall/recall.ts'
import type { CompileRound } from './round.ts'

/**
 * Replaces protected values in the agent's memory queries. This is done before detectors run, so that detectors check
 * the queries too.
 */
export const queries: CompileRound = {
  needs: 'memories',
  do: ({ lens, placed }) => ({ asking: lens.protectQueries(placed.agent) }),
}

/** Searches the memory store for the memories that the agent's sources request. */
export const memories: CompileRound = {
  waits: true,
  needs: 'memories',
  do: async ({ asking, lens, seen, options }) => ({
    recalled: lens.protectMemories(await searchMemories(asking, seen, options)),
  }),
}
