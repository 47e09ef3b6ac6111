import type { CacheRules } from '../ir/cache.ts'
import type { Price, PriceStep, Rates } from '../ir/model.ts'

/** Returns the price step that applies to a request of a given input length; null if the base prices apply. */
export const priceStepAt = ({ steps = [] }: Price, input: number): PriceStep | null =>
  steps.findLast(({ over }) => input > over) ?? null

/** Returns the prices for a request of a given input length, which includes cached tokens. */
export function ratesAt(price: Price, input: number): Rates {
  const { steps, cacheStorage, ...first } = price
  const step = priceStepAt(price, input)
  if (step === null) return first
  const { over, ...rates } = step
  // If the base price of input is zero, the factor for cache prices cannot be computed from it.
  return { ...(first.input === 0 ? first : scaleCachePrices(first, rates.input / first.input)), ...rates }
}

/** Returns cache prices multiplied by a factor. */
const scaleCachePrices = (
  { cacheRead, cacheWrite }: Rates,
  factor: number,
): Pick<Rates, 'cacheRead' | 'cacheWrite'> => ({
  ...(cacheRead !== undefined && { cacheRead: cacheRead * factor }),
  ...(cacheWrite !== undefined && {
    cacheWrite:
      typeof cacheWrite === 'number'
        ? cacheWrite * factor
        : Object.fromEntries(Object.entries(cacheWrite).map(([ttl, price]) => [ttl, price * factor])),
  }),
})

/** Prices of one request's tokens, in USD per million. */
export interface TokenPrices {
  readonly input: number
  readonly output: number
  /** Price of input read from the cache; null if it is not known. */
  readonly cacheRead: number | null
  /** Price of input written to the cache, for the lifetime that the request uses. */
  readonly cacheWrite: number
}

/**
 * Returns the prices of a request from a model's row of prices. If a price is missing in the row, it is computed by the
 * vendor's caching rules.
 */
export function tokenPrices(
  price: Price,
  input: number,
  rules: CacheRules | null,
  ttl: string | undefined,
): TokenPrices {
  const { cacheRead = null, cacheWrite, ...rates } = ratesAt(price, input)
  const factor = rules?.read ?? null
  return {
    input: rates.input,
    output: rates.output,
    cacheRead: cacheRead ?? (rates.input === 0 ? 0 : factor === null ? null : rates.input * factor),
    cacheWrite: writePriceFor(cacheWrite, ttl) ?? rates.input * (rules?.write[ttl ?? ''] ?? 1),
  }
}

const writePriceFor = (price: Rates['cacheWrite'], ttl: string | undefined): number | undefined =>
  typeof price === 'object' ? price[ttl ?? ''] : price
