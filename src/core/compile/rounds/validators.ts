import { validation } from '../resolve/validated.ts'
import type { Round } from './round.ts'

/** Prepares the checks of what the agent sees, which look at unprotected values. */
export const validators: Round = {
  needs: 'validators',
  do: ({ kept, placed, stored, lens, options }) => ({
    findings: validation(kept.program, placed, { stored, lens }, options),
  }),
}
