import { hashOf, hashOfWords, masks, readable, sameBytes, shortLength } from './hash.ts'

/** Longest piece, in bytes, that is cached. */
const longest = 252
const setBits = 14
const slotBytes = 16
/** Two slots for each hash: a piece stays until two others with its hash came. */
const setBytes = 2 * slotBytes
const arenaBytes = 1 << 19
const headBytes = 4
/** First byte of a head. UTF-8 does not contain it, so that no bytes of pieces look like a head. */
const headMark = 0xff

const headOf = (length: number, tokens: number): number => (length << 20) | (tokens << 8) | headMark
const withoutTokens = ~(0xfff << 8)
const tokensOf = (head: number): number => (head >>> 8) & 0xfff

/**
 * Cache of token counts for pieces, which recur in most texts. The cache has a fixed size. Its counts are exact,
 * because all bytes of a piece are compared: those of a short piece in its slot, those of a longer one in a ring of
 * bytes, in which each piece is preceded by its head.
 */
export class PieceCache {
  private readonly slots = new DataView(new ArrayBuffer(setBytes << setBits))
  private readonly ring = new Uint8Array(arenaBytes + longest + readable)
  private readonly ringView = new DataView(this.ring.buffer)
  private ringEnd = 0
  private turn = 0

  /** Returns the number of tokens of a piece; 0 if the piece is not in the cache. */
  get(view: DataView, start: number, length: number): number {
    if (length > shortLength) return length > longest ? 0 : this.getLong(view, start, length)
    const { slots } = this
    const mask = length << 2
    const first = view.getInt32(start, true) & (masks[mask] as number)
    const second = view.getInt32(start + 4, true) & (masks[mask + 1] as number)
    const third = view.getInt32(start + 8, true) & (masks[mask + 2] as number)
    const at = setOf(hashOfWords(first, second, third, length))
    const wanted = headOf(length, 0)
    const head = slots.getInt32(at, true)
    return ((slots.getInt32(at + 4, true) ^ first) |
      (slots.getInt32(at + 8, true) ^ second) |
      (slots.getInt32(at + 12, true) ^ third) |
      ((head & withoutTokens) ^ wanted)) ===
      0
      ? tokensOf(head)
      : this.getSecond(at + slotBytes, first, second, third, wanted)
  }

  private getSecond(at: number, first: number, second: number, third: number, wanted: number): number {
    const { slots } = this
    const head = slots.getInt32(at, true)
    return (head & withoutTokens) === wanted &&
      slots.getInt32(at + 4, true) === first &&
      slots.getInt32(at + 8, true) === second &&
      slots.getInt32(at + 12, true) === third
      ? tokensOf(head)
      : 0
  }

  set(bytes: Uint8Array, view: DataView, start: number, length: number, tokens: number): void {
    if (length > longest) return
    const { slots } = this
    const set = setOf(hashOf(view, start, length))
    this.turn ^= slotBytes
    const at = slots.getInt32(set, true) === 0 ? set : set + this.turn
    slots.setInt32(at, headOf(length, tokens), true)
    if (length > shortLength) {
      slots.setInt32(at + 4, hashOf(view, start, length), true)
      slots.setInt32(at + 8, this.addToRing(bytes, start, length, tokens), true)
      return
    }
    for (let index = 0; index < 3; index++)
      slots.setInt32(
        at + 4 + 4 * index,
        view.getInt32(start + 4 * index, true) & (masks[4 * length + index] as number),
        true,
      )
  }

  private getLong(view: DataView, start: number, length: number): number {
    const { slots } = this
    const hash = hashOf(view, start, length)
    const at = setOf(hash)
    if (slots.getInt32(at + 4, true) === hash) {
      const tokens = this.getFromRing(slots.getInt32(at + 8, true), view, start, length)
      if (tokens > 0) return tokens
    }
    if (slots.getInt32(at + slotBytes + 4, true) !== hash) return 0
    return this.getFromRing(slots.getInt32(at + slotBytes + 8, true), view, start, length)
  }

  private getFromRing(given: number, view: DataView, start: number, length: number): number {
    const at = given & (arenaBytes - 1)
    const head = this.ringView.getInt32(at, true)
    if ((head & withoutTokens) !== headOf(length, 0)) return 0
    return sameBytes(this.ringView, at + headBytes, view, start, length) ? tokensOf(head) : 0
  }

  private addToRing(bytes: Uint8Array, start: number, length: number, tokens: number): number {
    const { ring } = this
    const at = this.ringEnd
    this.ringView.setInt32(at, headOf(length, tokens), true)
    for (let index = 0; index < length; index++) ring[at + headBytes + index] = bytes[start + index] as number
    const end = at + headBytes + length
    this.ringEnd = end < arenaBytes ? end : 0
    return at
  }
}

const setOf = (hash: number): number => (hash >>> (32 - setBits)) * setBytes
