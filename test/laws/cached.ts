import { isDeepStrictEqual } from 'node:util'
import { runChecks } from '../../src/core/target/rule.ts'
import { allTargets } from '../../src/core/vendor/all-targets.ts'
import type { Budget, Compiled, CompileOptions } from '../../src/index.ts'
import { fakeProvider } from '../../src/testing/index.ts'
import { type Kept, resolved } from '../caches/world.ts'
import type { Outcome } from './case.ts'
import { newTypesIn } from './legal.ts'
import { mapped } from './mapped.ts'

/** Enough words to be worth a cache, for every model: about 10,500 tokens. */
export const longInstruction = 'Answer in full sentences, and name the sources that you have read. '.repeat(
  700,
)

/** More tokens than that instruction has, by any count. */
const room = 15_500

/** Options for a model that has caches, with as much room beside a long instruction as they gave without it. */
export function forCaches({ budget, ...options }: CompileOptions): CompileOptions {
  const model = 'gemini-3.5-flash'
  return { ...options, model, ...(budget !== undefined && { budget: larger(budget) }) }
}

const larger = (budget: Budget): Budget =>
  typeof budget === 'number'
    ? budget + room
    : { ...budget, ...(budget.input !== undefined && { input: budget.input + room }) }

/** Returns a result whose request and map are the whole request's, which the laws read where a cache is named. */
export const wholeResult = (result: Compiled): Compiled =>
  result.cached === null || !result.ok
    ? result
    : ({ ...result, request: result.cached.request, map: result.cached.map } as Compiled)

/** Lists the faults of a request that names a cache. Together with the cache it must be the whole request, legal and mapped. */
export async function cachedComplaints(
  outcome: Outcome,
  kept: ReadonlyMap<string, Kept>,
): Promise<readonly string[]> {
  const { result } = outcome
  if (result.cached === null) return []
  if (!result.ok) return ['a cache without a request']
  const { request, cached } = result
  const { facts } = allTargets.gemini.facts(result.model)
  const found = fakeProvider('gemini', {
    caches: Object.fromEntries(kept),
    newTypes: newTypesIn(cached.request),
  }).violations({ ...request, model: result.model })
  return [
    ...(isDeepStrictEqual(resolved(request, kept), cached.request) ? [] : ['not the whole request']),
    ...found.map(({ rule, message }) => `the fake rejects ${rule}: ${message.slice(0, 160)}`),
    ...runChecks(allTargets.gemini.rules as never, request as never, facts as never).map(
      ({ rule, message }) => `verify reports ${rule}: ${message}`,
    ),
    ...(await mapped.check(outcome)),
  ].map(complaint => `beside its cache: ${complaint}`)
}
