import type { TokenCounts, Usage } from '../../core/ir/event.ts'
import type { ModelRow } from '../../core/ir/model.ts'
import type { TargetName } from '../../core/ir/target-name.ts'
import { addTokens, type CallCost, noTokens, tokenNames } from '../store/accounts.ts'

/** Call of a model that its provider bills. */
export interface BilledCall {
  readonly model: string
  readonly target: TargetName
  /** Tokens that the provider reported; null if it reported none. */
  readonly usage: Usage | null
}

/** Code that knows the prices of all models, once it is loaded. */
let prices: typeof import('../../core/explain/price-of.ts') | null = null

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
  prices ??= await import('../../core/explain/price-of.ts')
  const rows = { ...(modelRows && { modelRows }) }
  // A server of another vendor's API, such as a gateway, may serve the model.
  const usd = prices.priceOf(usage, model, { target, ...rows }).usd ?? prices.priceOf(usage, model, rows).usd
  const { compaction, ...answer } = usage
  return { model, usage: addTokens(answer, compaction ?? noTokens), usd }
}

const areCounts = (counts: TokenCounts): boolean =>
  tokenNames.every(name => {
    const { [name]: count = 0 } = counts
    return Number.isFinite(count) && count >= 0
  })
