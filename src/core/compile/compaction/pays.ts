import { tokenPrices } from '../../cache/rates.ts'
import type { Wanted } from '../../effect/wanted.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { Setup } from '../contract/setup.ts'
import type { History } from '../fit/choice.ts'
import { returnsUserMessages } from '../fit/said-again.ts'
import { shareBeforeAsking, softSize } from '../fit/step.ts'
import { headCount } from '../report/tokens.ts'

/** Inputs that decide whether a compaction pays. */
interface Compacting {
  readonly session: SessionView
  readonly history: Pick<History, 'sent' | 'required' | 'floor' | 'count'>
  readonly wants: Wanted
}

/**
 * Whether the requests that follow a compaction save more than it costs. Each of them reads the compaction, and what is
 * said again behind it, from the cache in place of the history. It costs a reading of the request, the output of the
 * compaction, and the writing of both to the cache. The size of the first compaction is not known, so it counts as 0.
 * True if the number of requests or a price is not known.
 */
export function compactionPays(setup: Setup, compacting: Compacting): boolean {
  const { facts, target, backEnd, marks } = setup
  const { reads } = compacting.wants.compacting ?? {}
  if (reads === undefined || facts.price === undefined) return true
  const { replaced, size, again } = sizesOf(setup, compacting, 'estimate')
  const request = headCount(backEnd).estimate + compacting.history.count.estimate
  const prices = tokenPrices(
    facts.price,
    request,
    target.marking?.rules(facts) ?? null,
    marks?.ttl ?? facts.cache.ttl?.[0],
  )
  // If reading costs nothing, a price cannot decide.
  if (prices.cacheRead === null || prices.cacheRead === 0) return true
  const cost = request * prices.cacheRead + size * prices.output + (size + again) * prices.cacheWrite
  return reads * replaced * prices.cacheRead > cost
}

/**
 * Whether a compaction makes as much room as the history fills between a trim and the next request for a compaction. If
 * it does not, such as behind a very long question, compactions would follow each other.
 */
export const makesRoom = (setup: Pick<Setup, 'room' | 'low' | 'target'>, compacting: Compacting): boolean =>
  sizesOf(setup, compacting, 'max').replaced >= shareBeforeAsking(setup.low) * softSize(setup.room)

/** Tokens of a history that a compaction changes. */
interface Sizes {
  /** Tokens that the next request no longer contains. */
  readonly replaced: number
  /** Expected size of the compaction: that of the newest one, 0 before the first. */
  readonly size: number
  /** Tokens of units that the compaction replaces, and that are sent again behind it or returned beside it. */
  readonly again: number
}

function sizesOf(
  { target }: Pick<Setup, 'target'>,
  { session, history, wants: { outcomes } }: Compacting,
  bound: 'estimate' | 'max',
): Sizes {
  const { units } = session
  const isReturned = (unit: number): boolean =>
    returnsUserMessages(target.name) && units.rows.kindOf(unit) === 'user'
  const { sent, required, floor, count } = history
  // The newest unit is required only as long as nothing follows it, unless it is a message.
  const isReplaced = (unit: number): boolean =>
    unit === units.lastShown() && units.rows.kindOf(unit) === 'model' && units.tierOf(unit) !== 'critical'
  let size: number | null = null
  let again = 0
  for (const { ordinal, count: own } of sent)
    if (ordinal === floor?.holder) size = own[bound]
    else if (isReturned(ordinal) || (required.has(ordinal) && !isReplaced(ordinal))) again += own[bound]
  const newest = outcomes.compactions.findLast(({ outcome }) => 'output' in outcome)
  // A compaction that the history does not contain has the output tokens that the provider reported.
  size ??=
    newest === undefined ? 0 : (session.event(newest.seq).actions?.usage?.compaction?.outputTokens ?? 0)
  return { replaced: count[bound] - size - again, size, again }
}
