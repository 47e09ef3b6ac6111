import type { Round } from './round.ts'

/** Replaces protected values in the agent's queries for memories, before detectors look at what there is. */
export const queries: Round = {
  needs: 'memories',
  do: ({ lens, placed }) => ({ asking: lens.queries(placed.agent) }),
}
