import type { Continuation } from '../../effect/continuation.ts'
import type { Effect } from '../../effect/effect.ts'
import type { Effects } from '../../effect/handler.ts'
import type { EffectOutcome, EventInput } from '../../ir/event.ts'
import type { Compiled } from '../contract/result.ts'
import { compactionEvents } from './compaction-event.ts'
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

/**
 * Does the requested work, and returns events with the outcomes. `onEvents` receives each event as soon as it is
 * available. If a handler fails, the promise does not reject.
 */
export async function doLaterWork(
  { wants, continuation }: LaterWork,
  effects: Effects,
  signal: AbortSignal = new AbortController().signal,
  onEvents: (events: readonly EventInput[]) => void = () => {},
): Promise<readonly EventInput[]> {
  // Only summaries may be requested from the agent's own model.
  const own = wants.some(({ kind }) => kind === 'summarize') ? continuation() : null
  const eventsOf = (outcomes: readonly EffectOutcome[]): readonly EventInput[] =>
    outcomes.map(effect => ({ author: 'developer', actions: { effect } }))
  const onOutcomes = (outcomes: readonly EffectOutcome[]): void => onEvents(eventsOf(outcomes))
  const compacting = compactionEvents(wants, effects, signal).then(events => {
    if (events.length > 0) onEvents(events)
    return events
  })
  // This module is loaded on demand, because most compiles want no work.
  const { runEffects } = await import('../../effect/settle.ts')
  const outcomes = eventsOf(await runEffects(wants, effects, signal, { continuation: own, onOutcomes }))
  return [...outcomes, ...(await compacting)]
}
