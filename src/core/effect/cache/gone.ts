import type { EffectOutcome, EventInput } from '../../ir/event.ts'
import { brief } from '../../text/brief.ts'

/** Returns an event by which a cache is not used any more. */
export function goneEvent({ kind, key, handler, prefix }: EffectOutcome, why: string): EventInput {
  const effect = { kind, key, handler, ...(prefix !== undefined && { prefix }), error: brief(why) }
  return { author: 'developer', actions: { effect } }
}
