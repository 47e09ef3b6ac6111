import type { TokenCounts, Usage } from '../../core/ir/event.ts'
import type { ModelRow } from '../../core/ir/model.ts'
import { addTokens, type CallCost } from '../store/accounts.ts'

/** Code that knows the prices of all models, once it is loaded. */
let prices: typeof import('../../core/explain/price-of.ts') | null = null

/** Returns the cost of a model call, for the store. A model without a known price has the price null. */
export async function costOfCall(
  usage: Usage,
  model: string,
  modelRows: readonly ModelRow[] | undefined,
): Promise<CallCost> {
  prices ??= await import('../../core/explain/price-of.ts')
  const { usd } = prices.priceOf(usage, model, { ...(modelRows && { modelRows }) })
  const { compaction, ...answer } = usage
  return { model, usage: addTokens(answer, compaction ?? nothing), usd }
}

const nothing: TokenCounts = { inputTokens: 0, outputTokens: 0 }
