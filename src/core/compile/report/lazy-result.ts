import type { Ledger } from '../../map/ledger.ts'
import type { SourceMap } from '../../map/source-map.ts'
import type { NextStep } from '../../program/next-step.ts'
import type { CacheRecord, Compiled, PrefixPiece, ReasoningCount, SentUnit } from '../contract/result.ts'
import type { TraceStep } from '../contract/trace-step.ts'
import { requestWithoutCache } from '../contract/whole-of.ts'

/** Functions that compute rarely used fields of a result. */
export interface Lazy {
  readonly map: (request: object) => SourceMap
  readonly headers: (request: object) => Readonly<Record<string, string>>
  readonly units: () => SentUnit[]
  readonly reasoning: () => ReasoningCount
  readonly ledger: () => Ledger
  readonly prefix: (request: object, map: SourceMap) => PrefixPiece[]
  /** Computes the trace. It is called immediately; it returns null if the option `trace` is not set. */
  readonly trace: (() => readonly TraceStep[]) | null
  readonly cache: (result: Compiled) => CacheRecord
  readonly next: () => readonly NextStep[]
}

/**
 * Returns a result whose fields are computed on first access, because each may require reading all conversation units.
 */
export function lazyResult(
  report: Omit<
    Compiled,
    | 'ok'
    | 'request'
    | 'headers'
    | 'map'
    | 'units'
    | 'reasoning'
    | 'ledger'
    | 'prefix'
    | 'cache'
    | 'trace'
    | 'next'
  >,
  request: object | null,
  make: Lazy,
): Compiled {
  let map: SourceMap | undefined
  let headers: Readonly<Record<string, string>> | undefined
  let units: SentUnit[] | undefined
  let reasoning: ReasoningCount | undefined
  let ledger: Ledger | undefined
  let prefix: PrefixPiece[] | undefined
  let cache: CacheRecord | undefined
  let next: readonly NextStep[] | undefined
  const outcome = {
    ok: request !== null,
    request,
    ...report,
    ...(make.trace && { trace: make.trace() }),
    get next(): readonly NextStep[] {
      next ??= make.next()
      return next
    },
    get ledger(): Ledger {
      ledger ??= make.ledger()
      return ledger
    },
    get headers(): Readonly<Record<string, string>> {
      headers ??= request === null ? {} : make.headers(request)
      return headers
    },
    get map(): SourceMap {
      map ??= request === null ? [] : make.map(request)
      return map
    },
    get units(): readonly SentUnit[] {
      units ??= request === null ? [] : make.units()
      return units
    },
    get reasoning(): ReasoningCount {
      reasoning ??= make.reasoning()
      return reasoning
    },
    get prefix(): readonly PrefixPiece[] {
      if (prefix !== undefined) return prefix
      // The next request may refer to another cache. So the two requests are compared in their form without a cache.
      const [whole, strings] = requestWithoutCache(outcome)
      prefix = whole === null ? [] : make.prefix(whole, strings)
      return prefix
    },
    get cache(): CacheRecord {
      cache ??= make.cache(outcome as Compiled)
      return cache
    },
  }
  return outcome as Compiled
}
