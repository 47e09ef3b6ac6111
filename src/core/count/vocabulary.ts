import { hashOf, sameBytes } from './hash.ts'
import { offsetBits, offsetMask, readLayout } from './layout.ts'

/** Tokens of an encoding. A hash table finds the rank of a token by its bytes; ranks are in order, but have gaps. */
export class Vocabulary {
  /** Number of bytes of the longest token. */
  readonly longest: number
  /** Offsets of the tokens that contain the boundary of two characters, and part of a character. */
  readonly crossing: Int32Array
  /** Each token's bytes, at its rank; the byte before a token is its length. */
  readonly bytes: Uint8Array
  readonly view: DataView
  private readonly table: Int32Array
  private readonly shift: number
  /** Ranks of all pairs of bytes; -1 if a pair is not a token, and 0 if the pair was never looked up. */
  private readonly pairs = new Int32Array(0x10000)

  /** @param laidOut - Vocabulary as made by `layOut`. */
  constructor(laidOut: Uint8Array) {
    const { longest, crossing, table, bytes } = readLayout(laidOut)
    this.longest = longest
    this.crossing = crossing
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    this.table = table
    this.shift = Math.clz32(table.length) + 1
  }

  /**
   * Returns the rank of the token made of two bytes; -1 if there is none. Two more bytes must be readable after them.
   */
  rankOfPair(view: DataView, at: number): number {
    const pair = view.getUint16(at)
    if (this.pairs[pair] === 0) this.pairs[pair] = this.rank(view, at, 2)
    return this.pairs[pair] as number
  }

  /**
   * Returns the rank of the token with these bytes; -1 if there is none. Three more bytes must be readable after them.
   */
  rank(view: DataView, start: number, length: number): number {
    const hash = hashOf(view, start, length)
    const { table } = this
    const tag = hash << offsetBits
    for (let slot = hash >>> this.shift; ; slot = (slot + 1) & (table.length - 1)) {
      const entry = table[slot] as number
      if (entry === 0) return -1
      if ((entry ^ tag) & ~offsetMask) continue
      const at = entry & offsetMask
      if (this.view.getUint8(at - 1) === length && sameBytes(this.view, at, view, start, length)) return at
    }
  }

  /** Returns the number of bytes of the token with a rank. */
  lengthOf(rank: number): number {
    return this.bytes[rank - 1] as number
  }
}
