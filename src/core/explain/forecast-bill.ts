import { assertResult } from '../compile/contract/assert-result.ts'
import type { CacheForecast, Compiled } from '../compile/contract/result.ts'
import { check, number } from '../form/check.ts'
import { type OptionsForm, readOptions } from '../form/options.ts'
import { countCheck, positiveCountCheck } from '../form/quantities.ts'
import type { Usage } from '../ir/event.ts'
import { isObject } from '../ir/json.ts'
import type { ModelFacts, ModelRow } from '../ir/model.ts'
import { assertModelRows } from '../target/rows/assert-rows.ts'
import { allTargets } from '../vendor/all-targets.ts'
import { priceOf, reportedUsage } from './price-of.ts'

/** Options of `forecastBill`. */
export interface BillOptions {
  /** Result of which the request was sent before this one. Without it, nothing is read from the cache. */
  readonly earlier?: Compiled | null
  /** Usage that the provider reported for the earlier request. It corrects the estimated sizes. */
  readonly usage?: Usage
  /** Input tokens of this request, as the provider's token counting returns them; estimated by default. */
  readonly tokens?: number
  /**
   * Milliseconds between the earlier request and this one, by your clock. After a pause longer than the lifetime that
   * the provider states for the cache, nothing is read. Other pauses change nothing.
   */
  readonly idle?: number
  /** Expected output tokens of an answer, including reasoning; 0 by default. */
  readonly output?: number
  /** Number of calls in the bill: this call and the calls that extend it; 1 by default. */
  readonly calls?: number
  /** Tokens of results and messages that come before each further call; 0 by default. */
  readonly added?: number
  /** Output tokens with which the model repeats reasoning that this request lost; 0 by default. */
  readonly rethought?: number
  /** Rows of models that take precedence over the package's own, as in `compile`. */
  readonly modelRows?: readonly ModelRow[]
}

/** Forecast of what calls cost, with all parts of the bill. */
export interface Bill {
  /** Price of all calls, in USD; null if one of the needed prices is not known. */
  readonly usd: number | null
  /** Tokens of each call, split like the usage that the provider will report. */
  readonly calls: readonly Usage[]
  /** Whether the cache has certainly expired, so that this call reads nothing of the earlier request. */
  readonly isCold: boolean
  /**
   * Price in USD of a change at the beginning of the history, such as a trim or a summary: what this call reads from
   * the cache now would be processed again. It is 0 if the cache has certainly expired; null if prices are not known.
   */
  readonly step: number | null
  /** Reason why `usd` is null; null if it is a number. */
  readonly why: string | null
}

const count = countCheck('tokens')

const earlierResult = check(
  'a result of compile, or null',
  value => value === null || (isObject(value) && isObject(value.cache) && isObject(value.tokens)),
)

const form: OptionsForm<BillOptions> = {
  takes: {
    ...{ earlier: earlierResult, usage: reportedUsage, tokens: positiveCountCheck('tokens'), idle: number },
    ...{ output: count, calls: positiveCountCheck('calls'), added: count, rethought: count },
    modelRows: assertModelRows,
  },
}

/**
 * Forecasts the bill of a request and of the calls that extend it: input that is read from the cache, written to it and
 * neither, output, reasoning that the model repeats, price steps, and a cache that has expired. The forecast reads no
 * clock: `idle` is given by the caller. Throws a TypeError for a malformed option.
 *
 * @example
 * import { compile, createSession } from 'ctxc'
 * import { forecastBill } from 'ctxc/explain'
 *
 * const helper = { name: 'helper', staticInstruction: 'Answer in full sentences, and name your sources. '.repeat(200) }
 * const session = createSession({ events: [{ author: 'user', text: 'Hello' }] })
 * const result = await compile(helper, session, { model: 'claude-opus-5-5', cache: 'mark' })
 * const { usd, step } = forecastBill(result, { earlier: result, output: 300, calls: 10, added: 500 })
 * const later = forecastBill(result, { earlier: result, idle: 3_600_000 })
 * console.log(usd !== null && usd < 0.15, (step ?? 0) > 0, later.isCold, later.step) // true true true 0
 */
export function forecastBill(result: Compiled, options: BillOptions = {}): Bill {
  const read = readOptions(form, options, 'forecastBill')
  assertResult(result, ['cache', 'tokens'], 'forecastBill')
  const { model, target } = result
  if (!result.ok || model === null || target === null)
    return { usd: null, calls: [], isCold: false, step: null, why: 'there is no request, or no model' }
  const { modelRows, earlier = null, idle = 0 } = read
  const { cache } = allTargets[target].facts(model, modelRows).facts as ModelFacts<never>
  const isCold = earlier !== null && idle > longestLifetime(earlier, cache.ttl ?? [])
  const [ttl] = result.cache.breakpoints.flatMap(({ ttl }) => ttl ?? [])
  const price = (usage: Usage) =>
    priceOf(usage, model, { target, ...(modelRows && { modelRows }), ...(ttl !== undefined && { ttl }) })
  const first = firstCall(result, result.cache.against(isCold ? null : earlier), read)
  const calls = [first, ...laterCalls(result, first, read)]
  const prices = calls.map(price)
  const unknown = prices.find(({ usd }) => usd === null)
  const [warm, cold] = [first, firstCall(result, result.cache.against(null), read)].map(
    usage => price(usage).usd,
  )
  const isKnown = warm !== null && warm !== undefined && cold !== null && cold !== undefined
  return {
    usd: unknown === undefined ? prices.reduce((sum, { usd }) => sum + (usd ?? 0), 0) : null,
    calls,
    isCold,
    step: isKnown ? cold - warm : null,
    why: unknown?.why ?? null,
  }
}

/** Returns the usage of a request by a forecast of its cache use, corrected by what the provider counted. */
function firstCall(result: Compiled, forecast: CacheForecast, options: BillOptions): Usage {
  const { earlier = null, output = 0, rethought = 0 } = options
  // Usage that is 0, or that counts a compaction apart, does not describe the request.
  const isOfRequest = options.usage?.compaction === undefined && (options.usage?.inputTokens ?? 0) > 0
  const usage = isOfRequest ? options.usage : undefined
  const estimate = result.tokens.input
  const scale = earlier !== null && usage !== undefined ? usage.inputTokens / earlier.tokens.input : 1
  const grown = earlier !== null && usage !== undefined ? usage.inputTokens - earlier.tokens.input * scale : 0
  const total = options.tokens ?? Math.round(grown + estimate * scale)
  const read = Math.min(total, Math.round(forecast.read * scale))
  const isWriting = forecast.written > 0
  const uncached = Math.min(total - read, Math.round((forecast.uncached * total) / estimate))
  return {
    inputTokens: total,
    outputTokens: output + rethought,
    cacheReadTokens: read,
    cacheWriteTokens: isWriting ? total - read - uncached : 0,
    ...(rethought > 0 && { reasoningTokens: rethought }),
  }
}

/** Returns the usage of the calls that extend a request: each reads what the call before left in the cache. */
function laterCalls(
  result: Compiled,
  first: Usage,
  { output = 0, calls = 1, added = 0 }: BillOptions,
): Usage[] {
  const kept = result.cache.kept().tokens ?? 0
  const isWriting = result.cache.against(null).written > 0
  // No cache has the tokens after the last mark, also in later calls.
  const rest = (1 - kept / result.tokens.input) * first.inputTokens
  return Array.from({ length: calls - 1 }, (_, call) => {
    const before = first.inputTokens + call * (output + added)
    const inputTokens = before + output + added
    const read = kept === 0 ? 0 : Math.round(before - rest)
    const written = kept === 0 || !isWriting ? 0 : output + added
    return { inputTokens, outputTokens: output, cacheReadTokens: read, cacheWriteTokens: written }
  })
}

/** Returns the longest time in milliseconds for which the provider may keep what a request wrote to its cache. */
function longestLifetime({ cache, request }: Compiled, [shortest]: readonly string[]): number {
  const options = (request as { prompt_cache_options?: unknown } | null)?.prompt_cache_options
  const asked = isObject(options) && typeof options.ttl === 'string' ? options.ttl : shortest
  const lifetimes = [asked, ...cache.breakpoints.map(({ ttl }) => ttl ?? shortest)]
  return Math.max(...lifetimes.map(lifetimeInMilliseconds))
}

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000 }

/** Returns a lifetime such as `5m` in milliseconds; infinity for a word that does not state a time. */
function lifetimeInMilliseconds(lifetime: string | undefined): number {
  const [, amount, unit] = /^(\d+)([mh])$/.exec(lifetime ?? '') ?? []
  return amount === undefined ? Number.POSITIVE_INFINITY : Number(amount) * (units[unit ?? ''] ?? 0)
}
