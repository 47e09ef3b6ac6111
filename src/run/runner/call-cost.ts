import { priceUsage } from '../../core/explain/usage-price.ts'
import type { TokenCounts, Usage } from '../../core/ir/event.ts'
import type { ModelFacts, ModelRow } from '../../core/ir/model.ts'
import type { TargetName } from '../../core/ir/target-name.ts'
import type { Target } from '../../core/target/target.ts'
import { inferTarget } from '../../core/vendor/infer.ts'
import { loadTarget } from '../../core/vendor/load.ts'
import { addTokens, type CallCost, noTokens, tokenNames } from '../store/accounts.ts'

/** Call of a model that its provider bills. */
export interface BilledCall {
  readonly model: string
  readonly target: TargetName
  /** Tokens that the provider reported; null if it reported none. */
  readonly usage: Usage | null
}

/**
 * Returns the cost of a model call, for the store. The price is null if it is not known. If the provider reported no
 * tokens, or counts that no call can have, there are none.
 */
export async function costOfCall(
  { model, target, usage }: BilledCall,
  modelRows: readonly ModelRow[] | undefined,
): Promise<CallCost> {
  if (usage === null || ![usage, usage.compaction ?? noTokens].every(areCounts))
    return { model, usage: noTokens, usd: null }
  const priceAt = (loaded: Target<never>): number | null => {
    const facts = loaded.facts(model, modelRows).facts as ModelFacts<never>
    return priceUsage(usage, { model, target: loaded, facts }).usd
  }
  // The compile of the call has loaded the target. Its price is then known at once, so that no other event comes between.
  const called = loadTarget(target)
  let usd = priceAt(called instanceof Promise ? await called : called)
  if (usd === null) {
    // A server of another vendor's API, such as a gateway, may serve the model.
    const own = loadTarget(inferTarget(model, null) ?? 'openai-chat')
    usd = priceAt(own instanceof Promise ? await own : own)
  }
  const { compaction, ...answer } = usage
  return { model, usage: addTokens(answer, compaction ?? noTokens), usd }
}

const areCounts = (counts: TokenCounts): boolean =>
  tokenNames.every(name => {
    const { [name]: count = 0 } = counts
    return Number.isFinite(count) && count >= 0
  })
