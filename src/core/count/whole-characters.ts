import { sameBytes } from './hash.ts'
import { mergeLong } from './merge-long.ts'
import { continuesCharacter, pointAt } from './utf8.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Number of code points for which the answer is remembered. */
const remembered = 0x20000
const whole = 1
const split = 2

/** Token across the boundary of two characters: its rank, and the number of its bytes before the boundary. */
interface Crossing {
  readonly rank: number
  readonly before: number
}

/**
 * Characters of several bytes whose merges may be skipped. They become one token before anything next to them is merged
 * with them, whatever the ranks, if the text has no token that contains the boundary of two characters and part of one.
 */
export class WholeCharacters {
  private readonly vocabulary: Vocabulary
  /** Two bits for each code point. */
  private readonly known = new Uint8Array(remembered / 4)
  /** Tokens across a boundary, by the two bytes at it. */
  private readonly crossing: ReadonlyMap<number, readonly Crossing[]>
  /** Whether any token crosses a boundary, by the same two bytes. */
  private readonly hasCrossing = new Uint8Array(0x10000)

  constructor(vocabulary: Vocabulary) {
    this.vocabulary = vocabulary
    const crossing = new Map<number, Crossing[]>()
    for (const rank of vocabulary.crossing)
      for (let before = 1; before < vocabulary.lengthOf(rank); before++) {
        if (continuesCharacter(vocabulary.bytes[rank + before] as number)) continue
        const pair = pairAt(vocabulary.bytes, rank + before)
        const others = crossing.get(pair)
        if (others) others.push({ rank, before })
        else crossing.set(pair, [{ rank, before }])
        this.hasCrossing[pair] = 1
      }
    this.crossing = crossing
  }

  /** Whether the bytes of a character merge into one token by themselves. */
  isWhole(bytes: Uint8Array, view: DataView, at: number, length: number): boolean {
    const point = pointAt(bytes, at)
    if (point >= remembered) return false
    const place = point >> 2
    const shift = (point & 3) << 1
    const known = ((this.known[place] as number) >> shift) & 3
    if (known > 0) return known === whole
    const isWhole = mergeLong(this.vocabulary, view, at, length).parts === 1
    this.known[place] = (this.known[place] as number) | ((isWhole ? whole : split) << shift)
    return isWhole
  }

  /** Whether a token that contains part of a character crosses a boundary in a piece. */
  isCrossed(bytes: Uint8Array, view: DataView, boundary: number, start: number, end: number): boolean {
    const pair = pairAt(bytes, boundary)
    if (this.hasCrossing[pair] === 0) return false
    const { vocabulary } = this
    return (this.crossing.get(pair) as readonly Crossing[]).some(({ rank, before }) => {
      const length = vocabulary.lengthOf(rank)
      const from = boundary - before
      return from >= start && from + length <= end && sameBytes(vocabulary.view, rank, view, from, length)
    })
  }
}

const pairAt = (bytes: Uint8Array, boundary: number): number =>
  ((bytes[boundary - 1] as number) << 8) | (bytes[boundary] as number)
