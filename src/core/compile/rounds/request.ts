import { atOnce, driveRounds } from '../../effect/drive.ts'
import type { Core } from '../core.ts'
import type { CompileRound } from './round.ts'
import { writeRequest } from './write-request.ts'

/** Writes the request with handlers, as often as they bring outcomes that it asks for. */
export const effects: CompileRound = {
  waits: true,
  needs: 'effects',
  async do(state) {
    return { core: await driveRounds<Core>(state.options, asked => writeRequest(state, asked)) }
  },
}

/** Writes the request with the outcomes that the session has, and asks no handler. */
export const request: CompileRound = {
  do: state => ({ core: state.core ?? writeRequest(state, atOnce()).result }),
}
