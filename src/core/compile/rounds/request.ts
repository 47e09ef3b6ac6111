import { runCoreRounds, singleRound } from '../../effect/drive.ts'
import type { Core } from '../core.ts'
import type { CompileRound } from './round.ts'
import { writeRequest } from './write-request.ts'

/** Restarts the compile with the summaries that replace older conversation units from now on. */
export const summaries: CompileRound = {
  needs: 'policy',
  do: ({ core, isLast }) => ({ again: isLast ? null : (core?.summaries ?? null) }),
}

/** Writes the request with the help of handlers. It is written again until it needs no further outcomes of handlers. */
export const effects: CompileRound = {
  waits: true,
  needs: 'effects',
  async do(state) {
    return { core: await runCoreRounds<Core>(state.options, asked => writeRequest(state, asked)) }
  },
}

/** Writes the request with the outcomes recorded in the session, without calling a handler. */
export const request: CompileRound = {
  do: state => ({ core: state.core ?? writeRequest(state, singleRound()).result }),
}
