import type { Report } from '../compile/contract/result.ts'
import { number, objectCheck, oneOf, text } from '../form/check.ts'
import { type OptionsForm, readOptions } from '../form/options.ts'
import { Path } from '../form/path.ts'
import { modelId } from '../form/quantities.ts'
import type { Usage } from '../ir/event.ts'
import type { ModelFacts, ModelRow } from '../ir/model.ts'
import { type TargetName, targetNames } from '../ir/target-name.ts'
import { assertModelRows } from '../target/rows/assert-rows.ts'
import { allTargets } from '../vendor/all-targets.ts'
import { inferTarget } from '../vendor/infer.ts'
import { priceUsage, type UsagePrice } from './usage-price.ts'

/** Returns the share of tokens in the request's estimated size, from 0 to 1. */
export const shareOfRequest = (tokens: number, { tokens: { input } }: Report): number =>
  input > 0 ? tokens / input : 0

/** Options of `priceOf`. */
export interface PriceOptions {
  /** Rows of models that take precedence over the package's own, as in `compile`. */
  readonly modelRows?: readonly ModelRow[]
  /** API that was called, if it cannot be inferred from the model's id. */
  readonly target?: TargetName
  /** Lifetime of the cache entries that the request wrote, in the vendor's notation; the shortest by default. */
  readonly ttl?: string
}

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
  return priceUsage(usage, { model, target: allTargets[target], facts, ttl })
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
