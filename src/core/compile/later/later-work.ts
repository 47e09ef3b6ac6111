import type { Continuation } from '../../effect/continuation.ts'
import type { Effect } from '../../effect/effect.ts'
import type { Compiled } from '../contract/result.ts'
import { continuationOf } from './continuation-of.ts'

/** Work that a compile requests for later compiles. */
export interface LaterWork {
  readonly wants: readonly Effect[]
  /** Returns the request that a handler may continue; null if there is none. The call reads the whole request. */
  readonly continuation: () => Continuation | null
}

export const noWork: LaterWork = { wants: [], continuation: () => null }

/** Returns the work for later compiles that is recorded in a compile result. */
export const laterWorkOf = (result: Compiled | Pick<Compiled, 'wants'>): LaterWork => ({
  wants: result.wants,
  continuation: () => ('request' in result ? continuationOf(result) : null),
})
