import { hasFindings } from '../../protect/protection.ts'
import { validation } from '../resolve/validated.ts'
import type { Round } from './round.ts'

/** Prepares the checks of what the agent sees, which look at unprotected values. */
export const validators: Round = {
  needs: ({ protections }) => protections.some(hasFindings),
  do: ({ kept, placed, stored, guard, options }) => ({
    findings: validation(kept.program, placed, { session: stored, guard }, options),
  }),
}
