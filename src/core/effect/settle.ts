import type { EffectOutcome } from '../ir/event.ts'
import { atMost } from './at-most.ts'
import { makeCache } from './cache/cache.ts'
import type { Continuation } from './continuation.ts'
import { callCount } from './count/count.ts'
import type { Effect, EffectOf } from './effect.ts'
import { batchesOf, embedBatch } from './embed.ts'
import { callExtract } from './extract/extract.ts'
import type { Effects } from './handler.ts'
import { callSummarize } from './summarize/summarize.ts'

/** Options for running effects. */
export interface SettleOptions {
  readonly continuation?: Continuation | null
  /** Called with outcomes as soon as they arrive. */
  readonly onOutcomes?: (outcomes: readonly EffectOutcome[]) => void
}

/** Calls the handlers of effects, and returns the outcomes in the order of the effects. Never throws. */
export async function runEffects(
  wants: readonly Effect[],
  { concurrency = 4, ...handlers }: Effects,
  signal: AbortSignal,
  { continuation, onOutcomes }: SettleOptions = {},
): Promise<EffectOutcome[]> {
  const { embed, summarize: summarizer, extract: extractor, cache, count: counter } = handlers
  const context = { signal, ...(continuation && { continuation }) }
  const jobs: (() => Promise<EffectOutcome[]>)[] = []
  if (embed !== undefined)
    for (const batch of batchesOf(effectsOfKind(wants, 'embed'), embed))
      jobs.push(() => embedBatch(batch, embed, signal))
  if (summarizer !== undefined)
    for (const want of effectsOfKind(wants, 'summarize'))
      jobs.push(() => callSummarize(want, summarizer, context))
  if (extractor !== undefined)
    for (const want of effectsOfKind(wants, 'extract')) jobs.push(() => callExtract(want, extractor, signal))
  if (cache !== undefined)
    for (const want of effectsOfKind(wants, 'cache')) jobs.push(() => makeCache(want, cache, signal))
  if (counter !== undefined)
    for (const want of effectsOfKind(wants, 'count')) jobs.push(() => callCount(want, counter, signal))
  const outcomes = new Map(
    (await atMost(concurrency, jobs, async job => reportOutcomes(await job(), onOutcomes)))
      .flat()
      .map(each => [each.key, each]),
  )
  return wants.flatMap(({ key }) => outcomes.get(key) ?? [])
}

function reportOutcomes(outcomes: EffectOutcome[], onOutcomes: SettleOptions['onOutcomes']): EffectOutcome[] {
  onOutcomes?.(outcomes)
  return outcomes
}

const effectsOfKind = <Kind extends Effect['kind']>(wants: readonly Effect[], kind: Kind): EffectOf<Kind>[] =>
  wants.filter((want): want is Effect & EffectOf<Kind> => want.kind === kind)
