import type { Core } from '../core.ts'
import { validationReporter, withRepetition } from '../resolve/validated.ts'
import type { CompileRound } from './round.ts'

/** Prepares the checks of everything that the agent sees. The checks read the session before values are replaced. */
export const validators: CompileRound = {
  needs: 'validators',
  do: ({ kept, placed, stored, lens, options }) => ({
    findings: validationReporter(kept.program, placed, { stored, lens }, options),
  }),
}

/** Reports a request in which more text is repeated than a protection allows. */
export const repetition: CompileRound = {
  needs: 'repetition',
  do({ core, protections, placed }) {
    const made = core as Core
    return { core: { ...made, compiled: withRepetition(protections, placed.agent.name, made.compiled) } }
  },
}
