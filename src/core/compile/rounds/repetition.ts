import type { Core } from '../core.ts'
import { withRepetition } from '../resolve/validated.ts'
import type { Round } from './round.ts'

/** Reports a request that repeats itself more than a protection allows. */
export const repetition: Round = {
  needs: 'repetition',
  do({ core, protections, placed }) {
    const { compiled, summaries } = core as Core
    return { core: { compiled: withRepetition(protections, placed.agent.name, compiled), summaries } }
  },
}
