import type { Continuation } from '../../effect/continuation.ts'
import type { Effect } from '../../effect/effect.ts'
import type { Effects } from '../../effect/handler.ts'
import { settle } from '../../effect/settle.ts'
import type { EffectOutcome, EventInput } from '../../ir/event.ts'
import type { Compiled } from '../contract/result.ts'
import { continuationOf } from './continuation-of.ts'

/** Work that a compile wants for later ones. */
export interface LaterWork {
  readonly wants: readonly Effect[]
  /** Returns the request from which a handler may go on; null for none. It reads the whole request. */
  readonly continuation: () => Continuation | null
}

export const noWork: LaterWork = { wants: [], continuation: () => null }

/** Returns what a result wants for later. */
export const laterWorkOf = (result: Compiled | Pick<Compiled, 'wants'>): LaterWork => ({
  wants: result.wants,
  continuation: () => ('request' in result ? continuationOf(result) : null),
})

/**
 * Does some work, and returns events with the outcomes; `onEvents` gets each as soon as it is there. An error of a handler never makes
 * it reject.
 */
export async function doLater(
  { wants, continuation }: LaterWork,
  effects: Effects,
  signal: AbortSignal = new AbortController().signal,
  onEvents: (events: readonly EventInput[]) => void = () => {},
): Promise<readonly EventInput[]> {
  // Nothing else is asked of the agent's own model.
  const own = wants.some(({ kind }) => kind === 'summarize') ? continuation() : null
  const eventsOf = (outcomes: readonly EffectOutcome[]): readonly EventInput[] =>
    outcomes.map(effect => ({ author: 'developer', actions: { effect } }))
  const onOutcomes = (outcomes: readonly EffectOutcome[]): void => onEvents(eventsOf(outcomes))
  return eventsOf(await settle(wants, effects, signal, { continuation: own, onOutcomes }))
}
