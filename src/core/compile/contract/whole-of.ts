import type { SourceMap } from '../../map/source-map.ts'
import type { SentCache } from './result.ts'

/** A request and its map, and the cache that the request names. */
interface Sent {
  readonly request: object | null
  readonly map: SourceMap
  readonly cached?: SentCache | null
}

/** Returns a request and its map as they would be without the cache that the request names. */
export function withoutCache(sent: Sent): readonly [request: object | null, map: SourceMap] {
  // A map is made on first access.
  const from = sent.cached ?? sent
  return [from.request, from.map]
}
