import { priceStepAt, type TokenPrices, tokenPrices } from '../cache/rates.ts'
import type { TokenCounts, Usage } from '../ir/event.ts'
import type { ModelFacts } from '../ir/model.ts'
import type { Target } from '../target/target.ts'

/** Price of one answer, in USD. */
export interface UsagePrice {
  /** Total price; null if one of the needed prices is not known. */
  readonly usd: number | null
  /** Price of input that was neither read from nor written to the cache. */
  readonly input: number | null
  readonly output: number | null
  readonly cacheRead: number | null
  readonly cacheWrite: number | null
  /** Input length, in tokens, above which this price step applies; null for the first prices. */
  readonly step: number | null
  /** Reason why `usd` is null; null if it is a number. */
  readonly why: string | null
}

/** Model that was called, and the API at which it was called. */
export interface PricedModel {
  readonly model: string
  readonly target: Pick<Target<never>, 'marking'>
  readonly facts: ModelFacts<never>
  /** Lifetime of the cache entries that the request wrote; undefined for the shortest. */
  readonly ttl?: string | undefined
}

const unknown = { usd: null, input: null, output: null, cacheRead: null, cacheWrite: null, step: null }

/** Returns the price of an answer from the usage that its provider reported. */
export function priceUsage(usage: Usage, { model, target, facts, ttl }: PricedModel): UsagePrice {
  const { price } = facts
  if (price === undefined) return { ...unknown, why: `the price of '${model}' is not known` }
  const lifetimes = facts.cache.ttl ?? []
  const rules = target.marking?.rules(facts) ?? null
  const priceOf = (counted: TokenCounts): RunPrice =>
    priceRun(counted, {
      at: lifetime => tokenPrices(price, counted.inputTokens, rules, lifetime),
      shortest: ttl ?? lifetimes[0],
      longest: lifetimes.at(-1),
    })
  const answered = priceOf(usage)
  const run = usage.compaction === undefined ? answered : addPrices(answered, priceOf(usage.compaction))
  const { input, output, cacheRead, cacheWrite } = run
  const parts = {
    ...{ input, output, cacheRead, cacheWrite },
    step: priceStepAt(price, usage.inputTokens)?.over ?? null,
  }
  if (cacheRead === null)
    return { ...parts, usd: null, why: `what '${model}' costs to read from the cache is not known` }
  return { ...parts, usd: input + output + cacheRead + cacheWrite, why: null }
}

/** Price of one run of a model in USD, by part. */
type RunPrice = Pick<UsagePrice, 'cacheRead'> & {
  readonly [Part in 'input' | 'output' | 'cacheWrite']: number
}

const addPrices = (one: RunPrice, other: RunPrice): RunPrice => ({
  input: one.input + other.input,
  output: one.output + other.output,
  cacheRead: one.cacheRead === null || other.cacheRead === null ? null : one.cacheRead + other.cacheRead,
  cacheWrite: one.cacheWrite + other.cacheWrite,
})

/** Prices of one run of a model, by the lifetime of the cache entries that it writes. */
interface RunPrices {
  readonly at: (lifetime: string | undefined) => TokenPrices
  readonly shortest: string | undefined
  readonly longest: string | undefined
}

/** Returns the price of one run of the model in USD, by part. */
function priceRun(
  {
    inputTokens,
    outputTokens,
    cacheReadTokens = 0,
    cacheWriteTokens = 0,
    longCacheWriteTokens = 0,
  }: TokenCounts,
  { at, shortest, longest }: RunPrices,
): RunPrice {
  const prices = at(shortest)
  const tokensInUSD = (tokens: number, rate: number): number => (tokens * rate) / 1e6
  return {
    input: tokensInUSD(Math.max(0, inputTokens - cacheReadTokens - cacheWriteTokens), prices.input),
    output: tokensInUSD(outputTokens, prices.output),
    cacheRead:
      cacheReadTokens === 0
        ? 0
        : prices.cacheRead === null
          ? null
          : tokensInUSD(cacheReadTokens, prices.cacheRead),
    cacheWrite:
      tokensInUSD(Math.max(0, cacheWriteTokens - longCacheWriteTokens), prices.cacheWrite) +
      (longCacheWriteTokens === 0 ? 0 : tokensInUSD(longCacheWriteTokens, at(longest).cacheWrite)),
  }
}
