import { hasGuard } from '../../protect/protection.ts'
import type { Round } from './round.ts'

/** Replaces protected values in the session. */
export const guard: Round = {
  needs: ({ protections }) => protections.some(hasGuard),
  do({ kept, placed, stored, options }) {
    const { session, guard } = kept.guards.protect(placed, stored, options)
    return { session, guard, seen: session }
  },
}
