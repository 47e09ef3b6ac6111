import type { Round } from './round.ts'

/** Replaces protected values in the session. */
export const guard: Round = {
  needs: 'guard',
  do({ kept, placed, stored, options }) {
    const lens = kept.lenses.agent(placed, stored, options)
    return { lens, session: lens.session, seen: lens.session }
  },
}
