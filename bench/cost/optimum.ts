import { type CacheRule, priceOf } from './cache-rule.ts'
import type { Begin } from './history.ts'
import { type Sizes, widest } from './sizes.ts'

/** Bounds of every call, in tokens of history: at most `room`, and at least `least` if there are so many. */
export interface Bounds {
  readonly room: number
  readonly least: number
}

/** Returns the least tokens that a call must keep: `least`, or all that fit if they are fewer. */
export function leastOf(sizes: Sizes, call: number, { room, least }: Bounds): number {
  const begin = sizes.begins[widest(sizes, call, room)] as Begin
  return Math.min(least, sizes.kept(begin, call))
}

/** Cheapest place at which each call begins, and the cost. */
export interface Optimum {
  readonly places: readonly number[]
  /** Cost of all requests, less the worth of their tokens. */
  readonly cost: number
}

/**
 * Returns the cheapest place for the start of each call, with knowledge of the whole run. Dynamic programming goes over the
 * places of one call after another: the place stays or moves on. Of the earlier calls only the place of the last one matters:
 * all that they share with a new place, it shares too. Each token of history may have a worth, which is subtracted.
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
