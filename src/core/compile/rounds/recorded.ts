import { noteProtected } from '../report/protected-session.ts'
import type { Round } from './round.ts'

/** Takes note of the protected session that the request was written from. */
export const recorded: Round = {
  needs: 'guard',
  do({ core, session }) {
    if (core !== null) noteProtected(core.compiled, session)
    return {}
  },
}
