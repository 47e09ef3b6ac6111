import { sameBytes } from './hash.ts'

/** Longest piece, in bytes, that is cached. */
export const longestRemembered = 56
const slotBits = 14
/** Size of a cache slot in bytes: four for length and tokens, the piece, and four that may be read past the piece. */
const stride = 4 + longestRemembered + 4

/**
 * Cache of token counts for pieces of several tokens, such as names that recur. The cache has a fixed size. Its counts
 * are exact, because each slot also stores the bytes of its piece.
 */
export class PieceCache {
  private readonly bytes = new Uint8Array(stride << slotBits)
  private readonly view = new DataView(this.bytes.buffer)

  /** Returns the number of tokens of a piece; 0 if the piece is not in the cache. */
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

/**
 * Returns the cache slot for a hash. The lower bits of the hash determine it, because the upper bits determine the
 * place in the vocabulary's table.
 */
const slotOf = (hash: number): number => (hash & ((1 << slotBits) - 1)) * stride
