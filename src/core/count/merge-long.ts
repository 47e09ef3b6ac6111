import { RankQueue } from './rank-queue.ts'
import type { Vocabulary } from './vocabulary.ts'

const none = -1

/** Result of merging the bytes of a piece into tokens. */
export interface Merged {
  readonly parts: number
  /** End of each part, stored at the offset of its first byte. Both offsets count from the start of the piece. */
  readonly next: Int32Array
}

/**
 * Merges the bytes of a long piece into tokens. A queue orders the pairs by rank. It skips pairs that have changed
 * since they were added.
 */
export function mergeLong(vocabulary: Vocabulary, view: DataView, start: number, length: number): Merged {
  const next = new Int32Array(length + 1)
  const previous = new Int32Array(length + 1)
  /** Rank of the pair of parts that begins at each byte. */
  const ranks = new Int32Array(length).fill(none)
  const queue = new RankQueue()
  for (let at = 0; at <= length; at++) {
    next[at] = at + 1
    previous[at] = at - 1
  }
  const queuePair = (at: number): void => {
    const middle = next[at] as number
    const rank = middle < length ? vocabulary.rank(view, start + at, (next[middle] as number) - at) : none
    ranks[at] = rank
    if (rank !== none) queue.add(rank, at)
  }
  for (let at = 0; at + 1 < length; at++) {
    const rank = vocabulary.rankOfPair(view, start + at)
    ranks[at] = rank
    if (rank !== none) queue.add(rank, at)
  }
  let parts = length
  for (let at = queue.take(); at !== none; at = queue.take()) {
    if (ranks[at] !== queue.rank) continue
    const gone = next[at] as number
    const behind = next[gone] as number
    next[at] = behind
    previous[behind] = at
    ranks[gone] = none
    parts--
    queuePair(at)
    if (at > 0) queuePair(previous[at] as number)
  }
  return { parts, next }
}
