import { tokenPrices } from '../../cache/rates.ts'
import type { Wanted } from '../../effect/wanted.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { Setup } from '../contract/setup.ts'
import { headCount } from '../report/tokens.ts'

/**
 * Whether the requests that follow a compaction save more than it costs. Each of them reads the compaction from the
 * cache in place of the history. It costs a reading of the request, the output of the compaction, and the writing of it
 * to the cache. The size of the first compaction is not known, so it counts as 0. True if the number of requests or a price
 * is not known.
 */
export function compactionPays(
  { facts, target: { marking }, backEnd, marks }: Setup,
  history: number,
  { session, wants }: { readonly session: SessionView; readonly wants: Wanted },
): boolean {
  const reads = wants.compacting?.reads
  if (reads === undefined || facts.price === undefined) return true
  const request = headCount(backEnd).estimate + history
  const prices = tokenPrices(
    facts.price,
    request,
    marking?.rules(facts) ?? null,
    marks?.ttl ?? facts.cache.ttl?.[0],
  )
  // If reading costs nothing, a price cannot decide.
  if (prices.cacheRead === null || prices.cacheRead === 0) return true
  const size = sizeOfNewestCompaction(session, wants)
  const cost = request * prices.cacheRead + size * (prices.output + prices.cacheWrite)
  return reads * (history - size) * prices.cacheRead > cost
}

/** Returns the output tokens that the provider reported for the newest compaction; 0 if it reported none. */
function sizeOfNewestCompaction(session: SessionView, { outcomes }: Wanted): number {
  const newest = outcomes.compactions.findLast(({ outcome }) => 'output' in outcome)
  return newest === undefined ? 0 : (session.event(newest.seq).actions?.usage?.compaction?.outputTokens ?? 0)
}
