import { priceStepAt, type TokenPrices, tokenPrices } from '../cache/rates.ts'
import type { Report } from '../compile/contract/result.ts'
import { number, objectCheck, oneOf, text } from '../form/check.ts'
import { type OptionsForm, readOptions } from '../form/options.ts'
import { Path } from '../form/path.ts'
import { modelId } from '../form/quantities.ts'
import type { TokenCounts, Usage } from '../ir/event.ts'
import type { ModelFacts, ModelRow } from '../ir/model.ts'
import { type TargetName, targetNames } from '../ir/target-name.ts'
import { assertModelRows } from '../target/rows/assert-rows.ts'
import { allTargets } from '../vendor/all-targets.ts'
import { inferTarget } from '../vendor/infer.ts'

/** Returns the share of tokens in the request's estimated size, from 0 to 1. */
export const shareOfRequest = (tokens: number, { tokens: { input } }: Report): number =>
  input > 0 ? tokens / input : 0

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

/** Options of `priceOf`. */
export interface PriceOptions {
  /** Rows of models that take precedence over the package's own, as in `compile`. */
  readonly modelRows?: readonly ModelRow[]
  /** API that was called, if it cannot be inferred from the model's id. */
  readonly target?: TargetName
  /** Lifetime of the cache entries that the request wrote, in the vendor's notation; the shortest by default. */
  readonly ttl?: string
}

const unknown = { usd: null, input: null, output: null, cacheRead: null, cacheWrite: null, step: null }

const tokenCounts = {
  inputTokens: number,
  outputTokens: number,
  cacheReadTokens: number,
  cacheWriteTokens: number,
  longCacheWriteTokens: number,
  reasoningTokens: number,
}
const required = ['inputTokens', 'outputTokens'] as const

/** Checks the usage that a provider reported for an answer. */
export const reportedUsage = objectCheck(
  { ...tokenCounts, model: text, compaction: objectCheck(tokenCounts, required) } satisfies Record<
    keyof Usage,
    unknown
  >,
  required,
)

/**
 * Returns the price of an answer from the usage that its provider reported (`actions.usage` of an event). It uses the
 * model's row, including price steps and prices for reading and writing the cache. Throws a TypeError for a malformed
 * usage or option.
 *
 * @example
 * import { priceOf } from 'ctxc/explain'
 *
 * const usage = { inputTokens: 200_000, outputTokens: 1_000, cacheReadTokens: 150_000 }
 * console.log(priceOf(usage, 'claude-haiku-5-5').usd) // 0.035
 * console.log(priceOf(usage, 'mistral-large-2512').why) // the price of 'mistral-large-2512' is not known
 */
export function priceOf(usage: Usage, model: string, options: PriceOptions = {}): UsagePrice {
  reportedUsage(usage, Path.named('usage'))
  const { target, ttl, facts } = factsFor(model, options)
  const { price } = facts
  if (price === undefined) return { ...unknown, why: `the price of '${model}' is not known` }
  const lifetimes = facts.cache.ttl ?? []
  const rules = allTargets[target].marking?.rules(facts) ?? null
  const runs = [usage, ...(usage.compaction === undefined ? [] : [usage.compaction])].map(counted =>
    priceRun(counted, {
      at: lifetime => tokenPrices(price, counted.inputTokens, rules, lifetime),
      shortest: ttl ?? lifetimes[0],
      longest: lifetimes.at(-1),
    }),
  )
  const [input, output, cacheWrite] = (['input', 'output', 'cacheWrite'] as const).map(part =>
    runs.reduce((sum, run) => sum + run[part], 0),
  ) as [number, number, number]
  const cacheRead = runs.reduce<number | null>(
    (sum, run) => (sum === null || run.cacheRead === null ? null : sum + run.cacheRead),
    0,
  )
  const parts = {
    ...{ input, output, cacheRead, cacheWrite },
    step: priceStepAt(price, usage.inputTokens)?.over ?? null,
  }
  if (cacheRead === null)
    return { ...parts, usd: null, why: `what '${model}' costs to read from the cache is not known` }
  return { ...parts, usd: input + output + cacheRead + cacheWrite, why: null }
}

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
) {
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
      tokensInUSD(longCacheWriteTokens, at(longest).cacheWrite),
  }
}

const form: OptionsForm<PriceOptions> = {
  takes: { modelRows: assertModelRows, target: oneOf(targetNames), ttl: text },
}

/** Validates the options, and returns the facts of the model at the called API. */
function factsFor(model: string, options: PriceOptions) {
  modelId(model, Path.options('priceOf').in('model'))
  const { modelRows, target, ttl } = readOptions(form, options, 'priceOf')
  const name = target ?? inferTarget(model, null) ?? 'openai-chat'
  const facts = allTargets[name].facts(model, modelRows).facts as ModelFacts<never>
  return { target: name, ttl, facts }
}
