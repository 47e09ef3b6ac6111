import { atOnce } from '../../effect/drive.ts'
import type { Round } from './round.ts'
import { writeRequest } from './write-request.ts'

/** Writes the request with the outcomes that the session has, and asks no handler. */
export const request: Round = {
  do: state => ({ core: state.core ?? writeRequest(state, atOnce()).result }),
}
