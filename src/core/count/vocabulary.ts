import { hashOf, sameBytes } from './hash.ts'
import { readLayout } from './layout.ts'
import { offsetBits, offsetMask, shiftFor, slotOf } from './slot.ts'

/**
 * Tokens of an encoding. A hash table finds the rank of a token by its bytes; ranks are in order, but have gaps. Each
 * token has a slot of its own, so that one look decides.
 */
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
  private readonly displacements: Uint8Array
  private readonly bucketShift: number
  /** Ranks of all pairs of ASCII bytes; -1 if a pair is not a token, and 0 if the pair was never looked up. */
  private readonly pairs = new Int32Array(0x80 * 0x80)

  /** @param laidOut - Vocabulary as made by `layOut`. */
  constructor(laidOut: Uint8Array) {
    const { longest, crossing, table, displacements, bytes } = readLayout(laidOut)
    this.longest = longest
    this.crossing = crossing
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    this.table = table
    this.shift = shiftFor(table.length)
    this.displacements = displacements
    this.bucketShift = shiftFor(displacements.length)
  }

  /**
   * Returns the rank of the token made of two bytes; -1 if there is none. Two more bytes must be readable after them.
   */
  rankOfPair(view: DataView, at: number): number {
    const bytes = view.getUint16(at)
    if (bytes & 0x8080) return this.rank(view, at, 2)
    const pair = ((bytes >> 1) & 0x3f80) | (bytes & 0x7f)
    if (this.pairs[pair] === 0) this.pairs[pair] = this.rank(view, at, 2)
    return this.pairs[pair] as number
  }

  /**
   * Returns the rank of the token with these bytes; -1 if there is none. Three more bytes must be readable after them.
   */
  rank(view: DataView, start: number, length: number): number {
    const hash = hashOf(view, start, length)
    const displacement = this.displacements[hash >>> this.bucketShift] as number
    const entry = this.table[slotOf(hash, length, displacement, this.shift)] as number
    if ((entry ^ (hash << offsetBits)) & ~offsetMask) return -1
    const at = entry & offsetMask
    return this.view.getUint8(at - 1) === length && sameBytes(this.view, at, view, start, length) ? at : -1
  }

  /** Returns the number of bytes of the token with a rank. */
  lengthOf(rank: number): number {
    return this.bytes[rank - 1] as number
  }
}
