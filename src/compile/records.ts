import type { Ledger } from '../map/ledger.ts'
import type { SourceMap } from '../map/source-map.ts'
import type { PrefixPiece } from './prefix.ts'
import type { Compiled, SentUnit } from './result.ts'
import type { TraceStep } from './trace.ts'

/** Makers of what most callers never look at. */
interface Records {
  readonly map: (request: object) => SourceMap
  readonly units: () => SentUnit[]
  readonly ledger: () => Ledger
  readonly prefix: (request: object, map: SourceMap) => PrefixPiece[]
  /** Null where nobody asked for it. */
  readonly trace: (() => readonly TraceStep[]) | null
}

/** Map, units, ledger and prefix are made when they are looked at: the ledger tells of all units there are. */
export function withRecords(
  report: Omit<Compiled, 'ok' | 'request' | 'map' | 'units' | 'ledger' | 'prefix' | 'trace'>,
  request: object | null,
  make: Records,
): Compiled {
  let map: SourceMap | undefined
  let units: SentUnit[] | undefined
  let ledger: Ledger | undefined
  let prefix: PrefixPiece[] | undefined
  const outcome = {
    ok: request !== null,
    request,
    ...report,
    ...(make.trace && { trace: make.trace() }),
    get ledger(): Ledger {
      ledger ??= make.ledger()
      return ledger
    },
    get map(): SourceMap {
      map ??= request === null ? [] : make.map(request)
      return map
    },
    get units(): readonly SentUnit[] {
      units ??= request === null ? [] : make.units()
      return units
    },
    get prefix(): readonly PrefixPiece[] {
      prefix ??= request === null ? [] : make.prefix(request, outcome.map)
      return prefix
    },
  }
  return outcome as Compiled
}
