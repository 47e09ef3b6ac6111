import type { CacheRules } from '../ir/cache.ts'

/** A piece of a request, as a place where a mark may stand. */
export interface Spot {
  /** JSON pointer into the request. */
  readonly pointer: string
  readonly section: 'tools' | 'system' | 'messages'
  /** Whether the target has a mark for it. */
  readonly takes: boolean
  /** It is not the same in each session, or may yet become something else. */
  readonly changes: boolean
  /** It stands there only because of what is around it. */
  readonly padding: boolean
  /** A bound of the tokens up to its end. */
  readonly upTo: number
}

/** Part of a request that a mark is to end. */
export type MarkedPlace = 'tools' | 'system' | 'sent before' | 'end'

/** A place that was to bear a mark and bears none. */
export interface Withheld {
  /** `request`: none of them bears one. */
  readonly place: MarkedPlace | 'request'
  /** In words. */
  readonly why: string
}

/** Places that bear a mark, and places that do not. */
export interface MarkChoice {
  readonly pointers: ReadonlySet<string>
  readonly withheld: readonly Withheld[]
}

/**
 * Chooses where marks stand: at the end of the tools, of the system text that is the same in every session, of what the
 * model's last answer answered, so that what was written then is found whatever came since, and of all that stays.
 * `answered` is the first spot of that answer; -1 where there is none. `most` is how many marks there may be.
 */
export function chooseMarks(
  spots: readonly Spot[],
  answered: number,
  { minimum, most }: { readonly minimum: number | null; readonly most: number },
): MarkChoice {
  const pointers = new Set<string>()
  const withheld: Withheld[] = []
  const end = stableEnd(spots)
  const wanted: readonly (readonly [MarkedPlace, Spot['section'], number])[] = [
    // The most valuable place comes first, because there may be fewer marks than places.
    ['end', 'messages', end],
    ['sent before', 'messages', Math.min(answered - 1, end)],
    ['system', 'system', lastOf(spots, 'system')],
    ['tools', 'tools', lastOf(spots, 'tools')],
  ]
  for (const [place, section, last] of wanted) {
    if (last < 0) continue
    const spot = spots
      .slice(0, last + 1)
      .findLast(({ takes, padding, ...at }) => takes && !padding && at.section === section)
    const why = whyNot(spot, spots[last], { section, minimum, isFull: pointers.size >= most })
    if (why !== null) withheld.push({ place, why })
    else if (spot !== undefined) pointers.add(spot.pointer)
  }
  return { pointers, withheld }
}

/** The last spot of those that stay as they are; -1 where the first may change. */
function stableEnd(spots: readonly Spot[]): number {
  const messages = spots.findIndex(({ section }) => section === 'messages')
  if (messages < 0) return -1
  const changing = spots.findIndex(({ changes }, index) => changes && index >= messages)
  let end = (changing < 0 ? spots.length : changing) - 1
  while (end >= messages && spots[end]?.padding) end--
  return end < messages ? -1 : end
}

/** The last spot of a section that is the same in every session, with all before it; -1 where there is none. */
function lastOf(spots: readonly Spot[], section: Spot['section']): number {
  const changing = spots.findIndex(spot => spot.section === section && spot.changes)
  const kept = changing < 0 ? spots : spots.slice(0, changing)
  return kept.findLastIndex(spot => spot.section === section)
}

/** Why no mark stands at a place; null where one does, or another place has it already. */
function whyNot(
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

/** Returns how many marks of its own a request may have beside the one that the vendor puts in. */
export const mostMarks = ({ marks, ends }: CacheRules, isImplicit: boolean): number =>
  ends > 0 && isImplicit ? marks - 1 : marks
