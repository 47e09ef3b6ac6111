import { type CacheRule, priceOf } from './cache-rule.ts'
import type { Begin } from './history.ts'
import { type Sizes, widest } from './sizes.ts'

/** What every call has to keep to: tokens of history at most, and at least where there are so many. */
export interface Bounds {
  readonly room: number
  readonly least: number
}

/** What a call has to keep at least: so much, or all that fits where that is less. */
export function leastOf(sizes: Sizes, call: number, { room, least }: Bounds): number {
  const begin = sizes.begins[widest(sizes, call, room)] as Begin
  return Math.min(least, sizes.kept(begin, call))
}

/** Where each call begins, and what that costs. */
export interface Optimum {
  readonly places: readonly number[]
  /** Of all requests, less what their tokens are worth. */
  readonly cost: number
}

/**
 * Where each call of a run begins at the least cost of all, by someone who knows the whole run: dynamic programming over
 * the places of one call after another, where the place stays or moves on. Earlier calls than the last one do not matter
 * but for its place: what they and a new place begin with alike, it begins with too. Each token of history may be worth
 * something, which is taken off.
 */
export function optimum(sizes: Sizes, bounds: Bounds, rule: CacheRule, worth = 0): Optimum {
  const { begins, calls, head, kept, alike, last } = sizes
  const steps: Int32Array[] = []
  let costs = new Float64Array(begins.length)
  for (const call of calls.keys()) {
    const least = leastOf(sizes, call, bounds)
    const next = new Float64Array(begins.length).fill(Number.POSITIVE_INFINITY)
    const via = new Int32Array(begins.length).fill(-1)
    // The cheapest place before this one in its turn, and in earlier turns: requests begin alike by turns.
    let [same, other] = [-1, -1]
    for (let place = 0; place <= last(call); place++) {
      const begin = begins[place] as Begin
      if (begin.turn[0] !== begins[place - 1]?.turn[0]) [same, other] = [-1, cheaper(costs, other, same)]
      const history = kept(begin, call)
      const come = (earlier: number, shared: number): void => {
        const cost = (costs[earlier] as number) + priceOf(rule, head + history, shared) - worth * history
        if (cost >= (next[place] as number)) return
        next[place] = cost
        via[place] = earlier
      }
      if (history >= least && history <= bounds.room) {
        if (call === 0) come(place, 0)
        else {
          come(place, head + kept(begin, call - 1))
          for (const earlier of [same, other])
            if (earlier >= 0) come(earlier, alike(begins[earlier] as Begin, begin))
        }
      }
      same = cheaper(costs, same, place)
    }
    steps.push(via)
    costs = next
  }
  const cost = Math.min(...costs)
  let place = costs.indexOf(cost)
  const places: number[] = []
  for (const via of steps.toReversed()) {
    places.push(place)
    place = via[place] as number
  }
  return { places: places.reverse(), cost }
}

/** The cheaper of two places, the first where they cost the same; below 0 is none. */
const cheaper = (costs: Float64Array, left: number, right: number): number =>
  right >= 0 && (left < 0 || (costs[right] as number) < (costs[left] as number)) ? right : left
