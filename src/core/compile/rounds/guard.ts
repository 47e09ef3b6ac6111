import { noteProtected } from '../report/protected-session.ts'
import type { CompileRound } from './round.ts'

/** Replaces protected values in the session. */
export const guardRound: CompileRound = {
  needs: 'guard',
  do({ kept, placed, stored, options }) {
    const lens = kept.lenses.agent(placed, stored, options)
    return { lens, session: lens.session, seen: lens.session }
  },
}

/** Takes note of the protected session that the request was written from. */
export const recorded: CompileRound = {
  needs: 'guard',
  do({ core, session }) {
    if (core !== null) noteProtected(core.compiled, session)
    return {}
  },
}
