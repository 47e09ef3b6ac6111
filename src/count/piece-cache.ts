import { sameBytes } from './hash.ts'

/** Pieces of more bytes than this are not remembered. */
export const longestRemembered = 56
const slotBits = 14
/** Four bytes for length and tokens, the bytes, and what may be read behind them. */
const stride = 4 + longestRemembered + 4

/**
 * Remembers how many tokens a piece became, for pieces that are no token themselves: names come again and again.
 * Bounded and exact: a slot holds the bytes, and one piece a slot.
 */
export class PieceCache {
  private readonly bytes = new Uint8Array(stride << slotBits)
  private readonly view = new DataView(this.bytes.buffer)

  /** Tokens of a piece with this hash, if it is remembered; else 0. */
  get(hash: number, view: DataView, start: number, length: number): number {
    const at = slotOf(hash)
    const head = this.view.getInt32(at, true)
    return head >>> 16 === length && sameBytes(this.view, at + 4, view, start, length) ? head & 0xffff : 0
  }

  set(hash: number, bytes: Uint8Array, start: number, length: number, tokens: number): void {
    const at = slotOf(hash)
    this.view.setInt32(at, (length << 16) | tokens, true)
    for (let index = 0; index < length; index++) this.bytes[at + 4 + index] = bytes[start + index] as number
  }
}

/** The vocabulary's slots follow the upper bits of the same hash. */
const slotOf = (hash: number): number => (hash & ((1 << slotBits) - 1)) * stride
