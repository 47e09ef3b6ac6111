import { recall } from '../recall/recall.ts'
import type { CompileRound } from './round.ts'

/** Replaces protected values in the agent's queries for memories, before detectors look at what there is. */
export const queries: CompileRound = {
  needs: 'memories',
  do: ({ lens, placed }) => ({ asking: lens.queries(placed.agent) }),
}

/** Asks the store of memories for those of the agent's sources. */
export const memories: CompileRound = {
  waits: true,
  needs: 'memories',
  do: async ({ asking, lens, seen, options }) => ({
    recalled: lens.memories(await recall(asking, seen, options)),
  }),
}
