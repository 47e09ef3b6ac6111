import { recall } from '../recall/recall.ts'
import type { Round } from './round.ts'

/** Asks the store of memories for those of the agent's sources. */
export const memories: Round = {
  waits: true,
  needs: 'memories',
  do: async ({ asking, lens, seen, options }) => ({
    recalled: lens.memories(await recall(asking, seen, options)),
  }),
}
