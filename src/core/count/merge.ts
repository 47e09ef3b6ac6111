import { mergeLong } from './merge-long.ts'
import { characterBytes } from './utf8.ts'
import type { Vocabulary } from './vocabulary.ts'
import { WholeCharacters } from './whole-characters.ts'

const none = 0x7fffffff
/**
 * Maximum number of parts of a piece that are merged by simple search. Pieces of more parts use a queue, in n log n
 * steps.
 */
const short = 128

/** Merger of bytes into tokens by byte pair encoding: lowest rank first, leftmost pair among equal ranks. */
export class Merger {
  private readonly vocabulary: Vocabulary
  private characters: WholeCharacters | null = null
  private readonly starts = new Int32Array(short + 2)
  private readonly ranks = new Int32Array(short + 2)

  constructor(vocabulary: Vocabulary) {
    this.vocabulary = vocabulary
  }

  /** Returns the number of tokens of a piece. */
  count(bytes: Uint8Array, view: DataView, start: number, length: number): number {
    const parts = this.split(bytes, view, start, start + length)
    return parts > short ? mergeLong(this.vocabulary, view, start, length).parts : this.merge(view, parts)
  }

  /** Splits a piece into characters and, where their bytes may merge with others, bytes. Returns the number of parts. */
  private split(bytes: Uint8Array, view: DataView, start: number, end: number): number {
    const { starts } = this
    let parts = 0
    let isCrossed = false
    for (let at = start; at < end && parts <= short; ) {
      const length = characterBytes(bytes[at] as number)
      const next = at + length
      const wasCrossed = isCrossed
      isCrossed =
        next < end &&
        (length > 1 || (bytes[next] as number) >= 0x80) &&
        this.readyCharacters().isCrossed(bytes, view, next, start, end)
      if (
        length === 1 ||
        (!wasCrossed && !isCrossed && this.readyCharacters().isWhole(bytes, view, at, length))
      )
        starts[parts++] = at
      else for (let byte = at; byte < next && parts <= short; byte++) starts[parts++] = byte
      at = next
    }
    starts[parts] = end
    return parts
  }

  private readyCharacters(): WholeCharacters {
    this.characters ??= new WholeCharacters(this.vocabulary)
    return this.characters
  }

  /** Merges parts. Each merge searches all pairs again: quadratic, but fast for few parts. */
  private merge(view: DataView, all: number): number {
    const { starts, ranks } = this
    let parts = all
    for (let index = 0; index + 1 < parts; index++) ranks[index] = this.rankFrom(view, index)
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
      if (at + 1 < parts) ranks[at] = this.rankFrom(view, at)
      if (at > 0) ranks[at - 1] = this.rankFrom(view, at - 1)
    }
  }

  /** Returns the rank of a part together with the next part. */
  private rankFrom(view: DataView, index: number): number {
    const start = this.starts[index] as number
    const length = (this.starts[index + 2] as number) - start
    const rank =
      length === 2 ? this.vocabulary.rankOfPair(view, start) : this.vocabulary.rank(view, start, length)
    return rank < 0 ? none : rank
  }
}
