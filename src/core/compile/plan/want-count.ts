import { type Calibration, knownFactor } from '../../count/calibration.ts'
import { effectFailed } from '../../diag/effect.ts'
import { type EffectOf, effectKey } from '../../effect/effect.ts'
import type { Wanted } from '../../effect/wanted.ts'
import type { JsonObject } from '../../ir/json.ts'
import type { Setup } from '../contract/setup.ts'

/** Share of a request's room below which its size does not matter, and its few tokens say little about other texts. */
const leastShare = 1 / 4

/** Results of a compile that decide if the provider is asked for a count. */
export interface CountInputs {
  readonly request: object
  /** Estimated tokens of the request. */
  readonly estimate: number
  /** Usage that providers reported so far. */
  readonly reports: Calibration
  /** Number of events that the session had at the earlier compile; 0 without one. */
  readonly since: number
  readonly wants: Wanted
}

/**
 * Returns the work that has the provider count a request; null if it is not needed. It is asked for once for each
 * session and model: a count that failed is asked for again only by another version of the handler.
 */
export function countToRequest(
  { calibrates, model, target, limit, aim, options: { bound } }: Setup,
  { request, estimate, reports, since, wants }: CountInputs,
): EffectOf<'count'> | null {
  const handler = wants.counting
  // No report changes the bounds of `proven`.
  if (
    !calibrates ||
    bound === 'proven' ||
    handler === null ||
    model === null ||
    handler.target !== target.name
  )
    return null
  const key = effectKey('count', handler, [target.name, model])
  const known = wants.outcomes.outcomeForKey(key)
  if (known !== undefined && 'error' in known && wants.outcomes.seqOf(key) >= since) {
    const { handler, error: why } = known
    const failure = { kind: 'count', handler, why } as const
    wants.note({ kind: `count failed ${why}`, say: places => effectFailed(failure, places), at: 'c:request' })
  }
  const room = Math.min(limit ?? Number.POSITIVE_INFINITY, aim ?? Number.POSITIVE_INFINITY)
  if (known !== undefined || knownFactor(reports, model) !== null || estimate < leastShare * room) return null
  const headers = target.headers?.(request, model) ?? {}
  return { kind: 'count', key, estimate, input: { model, body: request as JsonObject, headers } }
}
