import type { SourceMap } from '../../map/source-map.ts'
import type { SentCache } from './result.ts'

/** A request, its source map, and the cache that the request names. */
interface Sent {
  readonly request: object | null
  readonly map: SourceMap
  readonly cached?: SentCache | null
}

/** Returns the request and the source map that would be sent without a cache. */
export function withoutCache(sent: Sent): readonly [request: object | null, map: SourceMap] {
  // Reads only one of the two maps, because each is built on first access.
  const from = sent.cached ?? sent
  return [from.request, from.map]
}
