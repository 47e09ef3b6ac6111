import { hashOf, sameBytes } from './hash.ts'

/**
 * Number of low bits in a table entry; they contain a token's rank plus one. The bits above contain part of the hash of
 * the token.
 */
const rankBits = 18
const rankMask = (1 << rankBits) - 1

/** Number of extra bytes in the buffer. Tokens are read a few bytes past their end. */
const readable = 4

/** Tokens of an encoding. A hash table with open addressing finds the rank of a token by its bytes. */
export class Vocabulary {
  /** Number of bytes of the longest token. */
  readonly longest: number
  /** Ranks of all pairs of bytes; -1 if a pair is not a token. */
  private readonly pairs: Int32Array
  private readonly table: Int32Array
  private readonly shift: number
  /** Offset of each token's bytes, by rank; the byte before a token is its length. */
  private readonly offsets: Uint32Array
  private readonly view: DataView

  /** @param ranks - Tokens in order of rank, each as its length (one byte) and its bytes. */
  constructor(ranks: Uint8Array) {
    let size = 0
    let longest = 0
    for (let at = 0; at < ranks.length; at += 1 + (ranks[at] as number)) {
      longest = Math.max(longest, ranks[at] as number)
      size++
    }
    if (size > rankMask) throw new RangeError(`a vocabulary has at most ${rankMask} tokens, not ${size}`)
    const bytes = new Uint8Array(ranks.length + readable)
    bytes.set(ranks)
    const view = new DataView(bytes.buffer)
    const offsets = new Uint32Array(size)
    const pairs = new Int32Array(0x10000).fill(-1)
    const bits = Math.ceil(Math.log2(size * 2))
    const table = new Int32Array(2 ** bits)
    const shift = 32 - bits
    for (let rank = 0, at = 0; rank < size; rank++) {
      const length = bytes[at++] as number
      offsets[rank] = at
      if (length === 2) pairs[((bytes[at] as number) << 8) | (bytes[at + 1] as number)] = rank
      const hash = hashOf(view, at, length)
      let slot = hash >>> shift
      while (table[slot] !== 0) slot = (slot + 1) & (table.length - 1)
      table[slot] = (hash << rankBits) | (rank + 1)
      at += length
    }
    this.longest = longest
    this.pairs = pairs
    this.table = table
    this.shift = shift
    this.offsets = offsets
    this.view = view
  }

  /** Returns the rank of the token made of two bytes; -1 if there is none. */
  rankOfPair(bytes: Uint8Array, at: number): number {
    return this.pairs[((bytes[at] as number) << 8) | (bytes[at + 1] as number)] as number
  }

  /**
   * Returns the rank of the token with these bytes; -1 if there is none. Three more bytes must be readable after them.
   */
  rank(view: DataView, start: number, length: number): number {
    return this.findRank(hashOf(view, start, length), view, start, length)
  }

  /** Returns the rank of bytes with a known hash; -1 if there is none. */
  findRank(hash: number, view: DataView, start: number, length: number): number {
    const { table } = this
    const tag = hash << rankBits
    for (let slot = hash >>> this.shift; ; slot = (slot + 1) & (table.length - 1)) {
      const entry = table[slot] as number
      if (entry === 0) return -1
      if ((entry ^ tag) & ~rankMask) continue
      const rank = (entry & rankMask) - 1
      const at = this.offsets[rank] as number
      if (this.view.getUint8(at - 1) === length && sameBytes(this.view, at, view, start, length)) return rank
    }
  }
}
