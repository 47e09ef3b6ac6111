import type { EffectOutcome } from '../ir/event.ts'
import { atMost } from './at-most.ts'
import type { Effect } from './effect.ts'
import { batchesOf, embedBatch } from './embed.ts'
import type { Effects } from './handler.ts'

/** Calls the handlers of effects, and returns the outcomes in the order of the effects. Never throws. */
export async function settle(
  wants: readonly Effect[],
  { embed, concurrency = 4 }: Effects,
  signal: AbortSignal,
): Promise<EffectOutcome[]> {
  if (embed === undefined) return []
  const outcomes = await atMost(concurrency, batchesOf(wants, embed), batch =>
    embedBatch(batch, embed, signal),
  )
  return outcomes.flat()
}
