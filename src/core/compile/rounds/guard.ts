import { noteProtected } from '../report/protected-session.ts'
import type { CompileRound } from './round.ts'

/** Replaces the values in the session that are protected from the agent. */
export const guardRound: CompileRound = {
  needs: 'guard',
  do({ kept, placed, stored, options }) {
    const lens = kept.lenses.lensForAgent(placed, stored, options)
    return { lens, session: lens.session, seen: lens.session }
  },
}

/** Records the session with replaced values from which the request was written. */
export const recorded: CompileRound = {
  needs: 'guard',
  do({ core, session }) {
    if (core !== null) noteProtected(core.compiled, session)
    return {}
  },
}
