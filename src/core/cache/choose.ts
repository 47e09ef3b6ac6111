import type { CacheRules } from '../ir/cache.ts'

/** Piece of a request after which a cache mark may be placed. */
export interface Spot {
  /** JSON pointer of the piece in the request. */
  readonly pointer: string
  readonly section: 'tools' | 'system' | 'messages'
  /** Whether the target accepts a cache mark on this piece. */
  readonly takes: boolean
  /** Whether the piece differs between sessions, or may still change in this session. */
  readonly changes: boolean
  /**
   * Whether the compiler added the piece as a filler, or to join the pieces next to it. Such a piece changes with the
   * pieces next to it.
   */
  readonly padding: boolean
  /** Upper bound of the request's tokens from its beginning to the end of the piece. */
  readonly upTo: number
}

/** Part of a request that should end with a cache mark. */
export type MarkedPlace = 'tools' | 'system' | 'sent before' | 'end'

/** Part of a request that should end with a cache mark but has none. */
export interface Withheld {
  /** Part of the request that should end with a cache mark; `request` means all parts. */
  readonly place: MarkedPlace | 'request'
  /** Reason why the cache mark is missing, as text. */
  readonly why: string
}

/** Places that get a cache mark, and parts of the request that should end with a mark but do not. */
export interface MarkChoice {
  readonly pointers: ReadonlySet<string>
  readonly withheld: readonly Withheld[]
}

/**
 * Chooses the places of cache marks: the end of the tools, of the system text that every session shares, of the request
 * before the model's last answer, and of the stable part. With the mark before the last answer, the cache entry of the
 * previous request is found, however much was appended since. `answered` is the index of the first piece of the last
 * answer; -1 if there is none. `most` is the maximum number of marks.
 */
export function chooseMarks(
  spots: readonly Spot[],
  answered: number,
  { minimum, most }: { readonly minimum: number | null; readonly most: number },
): MarkChoice {
  const pointers = new Set<string>()
  const withheld: Withheld[] = []
  const end = lastStableSpot(spots)
  const wanted: readonly (readonly [MarkedPlace, Spot['section'], number])[] = [
    // The most valuable place is first, because there may be fewer marks than places.
    ['end', 'messages', end],
    ['sent before', 'messages', Math.min(answered - 1, end)],
    ['system', 'system', lastSteadySpot(spots, 'system')],
    ['tools', 'tools', lastSteadySpot(spots, 'tools')],
  ]
  for (const [place, section, last] of wanted) {
    if (last < 0) continue
    const spot = spots
      .slice(0, last + 1)
      .findLast(({ takes, padding, ...at }) => takes && !padding && at.section === section)
    const why = whyUnmarked(spot, spots[last], { section, minimum, isFull: pointers.size >= most })
    if (why !== null) withheld.push({ place, why })
    else if (spot !== undefined) pointers.add(spot.pointer)
  }
  return { pointers, withheld }
}

/** Returns the index of the last piece of the messages that will not change; -1 if there is none. */
function lastStableSpot(spots: readonly Spot[]): number {
  const messages = spots.findIndex(({ section }) => section === 'messages')
  if (messages < 0) return -1
  const changing = spots.findIndex(({ changes }, index) => changes && index >= messages)
  let end = (changing < 0 ? spots.length : changing) - 1
  while (end >= messages && spots[end]?.padding) end--
  return end < messages ? -1 : end
}

/**
 * Returns the index of the last piece of a section that comes before all pieces that differ between sessions; -1 if
 * there is none.
 */
function lastSteadySpot(spots: readonly Spot[], section: Spot['section']): number {
  const changing = spots.findIndex(spot => spot.section === section && spot.changes)
  const kept = changing < 0 ? spots : spots.slice(0, changing)
  return kept.findLastIndex(spot => spot.section === section)
}

/** Returns the reason why a place gets no cache mark; null if the place gets a mark or belongs to another section. */
function whyUnmarked(
  spot: Spot | undefined,
  last: Spot | undefined,
  { section, minimum, isFull }: { section: Spot['section']; minimum: number | null; isFull: boolean },
): string | null {
  if (last?.section !== section) return null
  if (spot === undefined) return `nothing in the ${section} takes a mark`
  if (spot.upTo < (minimum ?? 0))
    return `it has at most ${spot.upTo} tokens, and less than ${minimum} are not cached`
  return isFull ? 'a request has no more marks' : null
}

/** Returns the maximum number of cache marks in a request, excluding the mark that the vendor itself adds. */
export const maxMarks = ({ marks, ends }: CacheRules, isImplicit: boolean): number =>
  ends > 0 && isImplicit ? marks - 1 : marks
