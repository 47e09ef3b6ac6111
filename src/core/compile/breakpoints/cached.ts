import { type Cached, type CachePosition, needsMarks } from '../../cache/forecast.ts'
import { type CacheMark, markOf } from '../../cache/marks.ts'
import type { CacheRules } from '../../ir/cache.ts'
import { isObject } from '../../ir/json.ts'
import type { Piece, Target } from '../../target/target.ts'
import { toJson } from '../../text/json.ts'
import type { Compiled } from '../contract/result.ts'
import type { Setup } from '../contract/setup.ts'
import { requestWithoutCache } from '../contract/whole-of.ts'
import { isPlacedBeforeHistory, pieceTokens } from './piece-tokens.ts'
import { wholeStream } from './prefix.ts'
import { originEvent } from './stable-until.ts'

/** Target of a request, and the facts of its model, including the caller's model rows. */
type Reader = Pick<Setup, 'target' | 'facts'>

/** Returns the request of a result as a sequence of cache positions. */
export function cachePositionsOf(result: Compiled, reader: Reader, rules: CacheRules | null): Cached {
  const { target, facts } = reader
  const { tokens } = result
  const [whole, map] = requestWithoutCache(result)
  const request = (whole ?? {}) as Readonly<Record<string, unknown>>
  const parts = whole === null ? [] : target.pieces(whole)
  const pieces = wholeStream(parts, map)
  const sizes = pieceTokens(pieces, result)
  const marks = cacheMarksUsedByProvider(reader, request, parts)
  const trailing = target.trailing?.(facts) ?? null
  const all = pieces.map((piece, index) => {
    const { pointer, text } = piece
    const isEnd = pieces[index + 1]?.pointer !== pointer
    return { pointer, text, tokens: sizes.get(piece) ?? 0, mark: (isEnd && marks.get(pointer)) || null }
  })
  const positions = all.filter(({ pointer }) => pointer !== trailing)
  const declared = result.ledger.declarations.reduce((sum, row) => sum + row.tokens, 0)
  const isBefore = (index: number): boolean => isPlacedBeforeHistory(pieces[index]?.origin ?? '')
  const shown = all.reduce((sum, { tokens: own }, index) => (isBefore(index) ? sum + own : sum), 0)
  const first = pieces
    .filter(({ pointer }) => pointer !== trailing)
    .findIndex(({ origin }) => originEvent(origin) >= 0 || origin === 'c:filler')
  const fieldsAsJson = (names: readonly string[] = []): string =>
    toJson(names.map(name => request[name] ?? null))
  const { prompt_cache_options: options } = request
  return {
    positions,
    before: Math.max(0, declared - shown),
    total: tokens.input,
    head: first < 0 ? positions.length : first,
    bound: { all: fieldsAsJson(rules?.bound.all), messages: fieldsAsJson(rules?.bound.messages) },
    named: namedCachePositions(result, target, parts, positions),
    isImplicit: (rules?.ends ?? 0) > 0 && !(isObject(options) && options.mode === 'explicit'),
  }
}

/** Returns the number of positions that a request reads from the explicit cache to which it refers. */
function namedCachePositions(
  { request, cached }: Compiled,
  target: Target<never>,
  parts: readonly Piece[],
  positions: readonly CachePosition[],
): number {
  if (request === null || cached === null) return 0
  const held = parts.slice(0, parts.length - target.pieces(request).length)
  const pointers = new Set(held.map(({ pointer }) => pointer))
  return positions.filter(({ pointer }) => pointers.has(pointer)).length
}

/**
 * Whether the provider caches nothing of a request, because it caches only prefixes that end with a mark and the
 * request has none.
 */
export function isUncached(reader: Reader, request: object): boolean {
  const { target, facts } = reader
  if (!needsMarks(target.marking?.rules(facts) ?? null)) return false
  const fields = request as Readonly<Record<string, unknown>>
  return cacheMarksUsedByProvider(reader, fields, target.pieces(request)).size === 0
}

/** Returns the cache marks that the request's provider uses, by the pointers of the marked pieces. */
function cacheMarksUsedByProvider(
  { target: { marking }, facts }: Reader,
  request: Readonly<Record<string, unknown>>,
  parts: readonly Piece[],
): ReadonlyMap<string, CacheMark> {
  if (marking?.marksIn !== undefined) return marking.marksIn(request, facts)
  const marks = new Map<string, CacheMark>()
  for (const { pointer, value } of parts) {
    const mark = markOf(value)
    if (mark !== null) marks.set(pointer, mark)
  }
  // A cache mark on the request itself applies to the request's last piece.
  const automatic = markOf({ cache_control: request.cache_control })
  const end = parts.at(-1)
  if (end !== undefined && automatic !== null) marks.set(end.pointer, automatic)
  return marks
}
