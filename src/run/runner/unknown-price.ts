import { noTokens } from '../store/accounts.ts'
import { type BilledCall, costOfCall } from './call-cost.ts'
import { limitsOf, usageForLimits } from './limits.ts'
import type { TurnContext } from './turn-context.ts'

/**
 * Returns why a run with a limit in USD may not call a model: the price of the model, or of an earlier call, is not known.
 * Returns null if it may, and without such a limit.
 */
export async function unknownPriceReason(
  { live, settings }: Pick<TurnContext, 'live' | 'settings'>,
  { model, target }: Omit<BilledCall, 'usage'>,
): Promise<string | null> {
  const { session } = live
  if (limitsOf(session, settings.limits).usd === undefined) return null
  const { usd } = await costOfCall({ model, target, usage: noTokens }, settings.compile.modelRows)
  if (usd === null)
    return `the limit on usd needs the price of '${model}', which is not known: pass it by compile: { modelRows }`
  const { unpriced } = usageForLimits(session)
  return unpriced === null
    ? null
    : `the limit on usd needs the price of each call, and that of an earlier call of '${unpriced}' is not known: its provider reported no tokens, or its price was missing`
}
