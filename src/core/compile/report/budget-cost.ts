import { ratesAt, tokenPrices } from '../../cache/rates.ts'
import { budgetCostsReasoning, type CallPrice } from '../../diag/budget.ts'
import type { Diagnostic } from '../../diag/diagnostic.ts'
import type { Loss } from '../../ir/loss.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { Setup } from '../contract/setup.ts'
import type { History } from '../fit/choice.ts'
import { aboveAim } from '../fit/window.ts'
import { measuredRate } from './ledger.ts'

/** Reports the reasoning that a budget costs, with the prices of a call with and without the budget. */
export function budgetCostDiagnostic(
  setup: Setup,
  loss: Loss,
  {
    session,
    history,
    input,
  }: { readonly session: SessionView; readonly history: History; readonly input: number },
): Diagnostic {
  const before = session.units.rows.contentBefore(history.start) * measuredRate(session, history)
  // If no units are dropped, only reasoning makes the request shorter.
  const dropped = before === 0 ? loss.tokens : Math.round(before)
  const prices = { now: priceCall(setup, input), without: priceCall(setup, input + dropped) }
  return budgetCostsReasoning(loss, prices, history.cause === aboveAim ? 'aim' : 'input')
}

/** Returns the price of the input of one call: all of it read from a warm cache, or none. */
function priceCall({ facts, target: { marking } }: Setup, input: number): CallPrice {
  const { price } = facts
  if (price === undefined) return { input, warm: null, cold: null }
  const { cacheRead } = tokenPrices(price, input, marking?.rules(facts) ?? null, facts.cache.ttl?.[0])
  const usd = (rate: number): number => Number(((input * rate) / 1e6).toPrecision(3))
  return { input, warm: cacheRead === null ? null : usd(cacheRead), cold: usd(ratesAt(price, input).input) }
}
