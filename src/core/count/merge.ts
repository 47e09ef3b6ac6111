import { mergeLong } from './merge-long.ts'
import type { Vocabulary } from './vocabulary.ts'

const none = 0x7fffffff
/**
 * Maximum length, in bytes, of a piece that is merged by simple search. Longer pieces use a queue, in n log n steps.
 */
const short = 128

/** Merger of bytes into tokens by byte pair encoding: lowest rank first, leftmost pair among equal ranks. */
export class Merger {
  private readonly vocabulary: Vocabulary
  private readonly starts = new Int32Array(short + 2)
  private readonly ranks = new Int32Array(short + 2)

  constructor(vocabulary: Vocabulary) {
    this.vocabulary = vocabulary
  }

  /** Returns the number of tokens of a piece. */
  count(bytes: Uint8Array, view: DataView, start: number, length: number): number {
    if (length <= short) return this.countShort(bytes, view, start, length)
    return mergeLong(this.vocabulary, bytes, view, start, length).parts
  }

  /** Counts the tokens of a short piece. Each merge searches all pairs again: quadratic, but fast for few bytes. */
  private countShort(bytes: Uint8Array, view: DataView, start: number, length: number): number {
    const { vocabulary, starts, ranks } = this
    let parts = length
    for (let index = 0; index <= parts; index++) starts[index] = start + index
    for (let index = 0; index + 1 < parts; index++) {
      const rank = vocabulary.rankOfPair(bytes, start + index)
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
