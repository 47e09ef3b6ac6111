import { mergeLong } from './merge-long.ts'
import type { Vocabulary } from './vocabulary.ts'

const none = 0x7fffffff
/**
 * Longest piece, in bytes, that is merged by simple search. Longer ones use a queue by rank, so the work is n log n.
 */
const short = 128

/** Merger of pieces by byte pair encoding: lowest rank first, leftmost among equals. */
export class Merger {
  private readonly vocabulary: Vocabulary
  private readonly starts = new Int32Array(short + 2)
  private readonly ranks = new Int32Array(short + 2)

  constructor(vocabulary: Vocabulary) {
    this.vocabulary = vocabulary
  }

  /** Returns the number of tokens that a piece becomes. */
  count(bytes: Uint8Array, view: DataView, start: number, length: number): number {
    if (length <= short) return this.countShort(bytes, view, start, length)
    return mergeLong(this.vocabulary, bytes, view, start, length).parts
  }

  /** Searches for the lowest pair again after each merge: quadratic, but fastest for few bytes. */
  private countShort(bytes: Uint8Array, view: DataView, start: number, length: number): number {
    const { vocabulary, starts, ranks } = this
    let parts = length
    for (let index = 0; index <= parts; index++) starts[index] = start + index
    for (let index = 0; index + 1 < parts; index++) {
      const rank = vocabulary.pair(bytes, start + index)
      ranks[index] = rank < 0 ? none : rank
    }
    for (;;) {
      let lowest = none
      let at = 0
      for (let index = 0; index + 1 < parts; index++) {
        const rank = ranks[index] as number
        if (rank < lowest) {
          lowest = rank
          at = index
        }
      }
      if (lowest === none) return parts
      parts--
      for (let index = at + 1; index <= parts; index++) {
        starts[index] = starts[index + 1] as number
        ranks[index] = ranks[index + 1] as number
      }
      const from = starts[at] as number
      const to = starts[at + 1] as number
      if (at + 1 < parts) {
        const rank = vocabulary.rank(view, from, (starts[at + 2] as number) - from)
        ranks[at] = rank < 0 ? none : rank
      }
      if (at > 0) {
        const before = starts[at - 1] as number
        const rank = vocabulary.rank(view, before, to - before)
        ranks[at - 1] = rank < 0 ? none : rank
      }
    }
  }
}
