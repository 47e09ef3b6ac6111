import { needsMemories } from '../recall/recall.ts'
import type { Round } from './round.ts'

/** Replaces protected values in the agent's queries for memories, before detectors look at what there is. */
export const queries: Round = {
  needs: ({ lens, placed }) => !lens.isClear && needsMemories(placed.agent),
  do: ({ lens, placed }) => ({ asking: lens.queries(placed.agent) }),
}
