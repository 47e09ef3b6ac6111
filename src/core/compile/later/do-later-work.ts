import type { Effects } from '../../effect/handler.ts'
import { runEffects } from '../../effect/settle.ts'
import type { EffectOutcome, EventInput } from '../../ir/event.ts'
import { compactionEvents } from './compaction-event.ts'
import type { LaterWork } from './later-work.ts'

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
  const outcomes = eventsOf(await runEffects(wants, effects, signal, { continuation: own, onOutcomes }))
  return [...outcomes, ...(await compacting)]
}
