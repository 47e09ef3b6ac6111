import { sessionSeenBy } from '../../program/seen-by.ts'
import type { CompileRound } from './round.ts'

/** Computes the state that the agent reads on its branch. */
export const branches: CompileRound = {
  needs: 'branches',
  do: ({ kept, placed, session, options }) => ({
    seen: sessionSeenBy(kept.program, session, placed, options.run?.branch),
  }),
}
