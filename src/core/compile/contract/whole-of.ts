import type { SourceMap } from '../../map/source-map.ts'
import type { SentCache } from './result.ts'

/** Request, its source map, and the cache to which the request refers. */
interface Sent {
  readonly request: object | null
  readonly map: SourceMap
  readonly cached?: SentCache | null
}

/** Returns the request and the source map that would be sent if there were no cache. */
export function requestWithoutCache(sent: Sent): readonly [request: object | null, map: SourceMap] {
  // Only one of the two maps is read, because each is built on first access.
  const from = sent.cached ?? sent
  return [from.request, from.map]
}
