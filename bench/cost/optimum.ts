import { type CacheRule, priceOf } from './cache-rule.ts'
import type { Begin } from './history.ts'
import { type Sizes, widest } from './sizes.ts'

/** What every call has to keep to: tokens of history at most, and at least where there are so many. */
export interface Bounds {
  readonly room: number
  readonly least: number
}

/** What a call has to keep at least: so much, or all that fits where that is less. Null where nothing fits. */
export function leastOf(sizes: Sizes, call: number, { room, least }: Bounds): number | null {
  const place = widest(sizes, call, room)
  return place === null ? null : Math.min(least, sizes.kept(sizes.begins[place] as Begin, call))
}

/**
 * Where each call of a run begins at the least cost of all, by someone who knows the whole run: dynamic programming
 * over the places of one call after another. The place stays or moves on; what fits in no way is null. The calls before
 * the last one do not matter but for its place: what they and a new place begin with alike, it begins with too.
 */
export function optimum(sizes: Sizes, bounds: Bounds, rule: CacheRule): (number | null)[] {
  const { begins, calls, head, kept, alike, last } = sizes
  const from: (Int32Array | null)[] = []
  let costs: Float64Array | null = null
  let before = -1
  for (const call of calls.keys()) {
    const least = leastOf(sizes, call, bounds)
    if (least === null) {
      from.push(null)
      continue
    }
    const next = new Float64Array(begins.length).fill(Number.POSITIVE_INFINITY)
    const via = new Int32Array(begins.length).fill(-1)
    // The cheapest of all places in earlier turns, and of those in the turn of the place: requests begin alike by turns.
    let other = -1
    let same = -1
    for (let place = 0; place <= last(call); place++) {
      const begin = begins[place] as Begin
      const tokens = head + kept(begin, call)
      const previous = begins[place - 1]
      if (previous && previous.turn[0] !== begin.turn[0]) {
        other = cheaper(costs, other, same)
        same = -1
      }
      if (tokens - head <= bounds.room && tokens - head >= least) {
        const take = (earlier: number, shared: number): void => {
          const cost = (costs === null ? 0 : (costs[earlier] as number)) + priceOf(rule, tokens, shared)
          if (cost >= (next[place] as number)) return
          next[place] = cost
          via[place] = earlier
        }
        if (costs === null) take(-1, 0)
        else {
          take(place, head + kept(begin, before))
          for (const earlier of [same, other])
            if (earlier >= 0) take(earlier, alike(begins[earlier] as Begin, begin))
        }
      }
      same = cheaper(costs, same, place)
    }
    from.push(via)
    costs = next
    before = call
  }
  return traced(from, costs)
}

/** The cheaper of two places, the first where they cost the same. */
const cheaper = (costs: Float64Array | null, left: number, right: number): number =>
  costs !== null && right >= 0 && (left < 0 || (costs[right] as number) < (costs[left] as number))
    ? right
    : left

/** From the cheapest last place back. */
function traced(from: readonly (Int32Array | null)[], costs: Float64Array | null): (number | null)[] {
  let place = costs === null ? -1 : costs.indexOf(Math.min(...costs))
  const path: (number | null)[] = []
  for (const via of from.toReversed()) {
    path.push(via === null ? null : place)
    if (via !== null) place = via[place] as number
  }
  return path.reverse()
}
