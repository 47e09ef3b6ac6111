import type { Ranked } from './best.ts'

/**
 * Mean number of characters of units above which the answer to a query is often in a neighbour of the found unit, not
 * in the found unit itself.
 */
export const longCharacters = 500

/** Inputs of `insertNeighbours`. */
interface Neighbours {
  /** Number of best hits after which no neighbours are inserted. */
  readonly alone: number
  /** Maximum number of units in the result. */
  readonly limit: number
  /** Whether a unit may be returned. */
  readonly accepts: (ordinal: number) => boolean
}

/**
 * Returns hits, best first. Each hit, except the best few, is followed by the units before and after it, which get the
 * hit's score.
 */
export function insertNeighbours(
  hits: readonly Ranked[],
  { alone, limit, accepts }: Neighbours,
): readonly Ranked[] {
  if (hits.length <= alone || limit <= alone) return hits
  const placed = new Set<number>()
  const all: Ranked[] = []
  const placeUnit = (ordinal: number, score: number): void => {
    if (all.length >= limit || placed.has(ordinal)) return
    placed.add(ordinal)
    all.push({ ordinal, score })
  }
  for (const { ordinal, score } of hits.slice(0, alone)) placeUnit(ordinal, score)
  const least = (hits[alone] as Ranked).score
  for (const { ordinal, score } of hits) {
    placeUnit(ordinal, score)
    for (const beside of [ordinal - 1, ordinal + 1])
      if (!placed.has(beside) && accepts(beside)) placeUnit(beside, Math.min(score, least))
    if (all.length >= limit) break
  }
  return all
}
