import { callCompact } from '../../effect/compact/compact.ts'
import type { Effect, EffectOf } from '../../effect/effect.ts'
import type { Effects } from '../../effect/handler.ts'
import { type ReportedTokens, usageOf } from '../../from/usage.ts'
import type { EventInput, Usage } from '../../ir/event.ts'

/**
 * Has the provider make the compactions that a compile asks for. Returns one event for each: the compaction as the
 * provider returned it, or the failure.
 */
export async function compactionEvents(
  wants: readonly Effect[],
  { compact: handler }: Effects,
  signal: AbortSignal,
): Promise<readonly EventInput[]> {
  const asked = wants.filter((want): want is Effect & EffectOf<'compact'> => want.kind === 'compact')
  if (handler === undefined) return []
  const events = await Promise.all(
    asked.map(async (want): Promise<EventInput | null> => {
      const made = await callCompact(want, handler, signal)
      if (made === null) return null
      const { outcome: effect, parts, usage } = made
      if ('error' in effect || want.asked === undefined) return { author: 'developer', actions: { effect } }
      const { agent: author, branch } = want.asked
      const billed = usageOfCompaction(want.input.model, usage)
      return {
        ...{ author, branch, parts, visibility: 'internal' as const },
        actions: { effect, ...(billed && { usage: billed }) },
      }
    }),
  )
  return events.filter(event => event !== null)
}

/** Returns the usage of a compaction. It counts as a compaction, because no answer of the agent was made with it. */
function usageOfCompaction(model: string, reported: unknown): Usage | null {
  const counts: ReportedTokens | null =
    usageOf(reported, 'messages')?.compaction ?? usageOf(reported, 'responses')
  return counts && { model, inputTokens: 0, outputTokens: 0, compaction: counts }
}
