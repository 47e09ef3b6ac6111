import { hashOf, hashOfWords, masks, shortLength } from './hash.ts'
import { headOf, headWithoutTokens, pieceMark, type Ring, tokensOf } from './ring.ts'

/** Longest piece, in bytes, that is cached. */
const longest = 252
const setBits = 14
const slotBytes = 16
/** Two slots for each hash: a piece stays until two others with its hash came. */
const setBytes = 2 * slotBytes

/**
 * Cache of token counts for pieces, which recur in most texts. The cache has a fixed size. Its counts are exact,
 * because all bytes of a piece are compared: those of a short piece in its slot, those of a longer one in a ring.
 */
export class PieceCache {
  private readonly slots = new DataView(new ArrayBuffer(setBytes << setBits))
  private readonly ring: Ring
  private turn = 0

  constructor(ring: Ring) {
    this.ring = ring
  }

  /** Returns the number of tokens of a piece; 0 if the piece is not in the cache. */
  get(view: DataView, start: number, length: number): number {
    if (length > shortLength) return length > longest ? 0 : this.getLong(view, start, length)
    const { slots } = this
    const mask = length << 2
    const first = view.getInt32(start, true) & (masks[mask] as number)
    const second = view.getInt32(start + 4, true) & (masks[mask + 1] as number)
    const third = view.getInt32(start + 8, true) & (masks[mask + 2] as number)
    const at = setOf(hashOfWords(first, second, third, length))
    const wanted = headOf(length, 0, pieceMark)
    const head = slots.getInt32(at, true)
    return ((slots.getInt32(at + 4, true) ^ first) |
      (slots.getInt32(at + 8, true) ^ second) |
      (slots.getInt32(at + 12, true) ^ third) |
      (headWithoutTokens(head) ^ wanted)) ===
      0
      ? tokensOf(head)
      : this.getSecond(at + slotBytes, first, second, third, wanted)
  }

  private getSecond(at: number, first: number, second: number, third: number, wanted: number): number {
    const { slots } = this
    const head = slots.getInt32(at, true)
    return headWithoutTokens(head) === wanted &&
      slots.getInt32(at + 4, true) === first &&
      slots.getInt32(at + 8, true) === second &&
      slots.getInt32(at + 12, true) === third
      ? tokensOf(head)
      : 0
  }

  set(view: DataView, start: number, length: number, tokens: number): void {
    if (length > longest) return
    if (length > shortLength) {
      const hash = hashOf(view, start, length)
      const place = this.ring.add(tokens, pieceMark, view, start, length)
      return this.fill(setOf(hash), headOf(length, tokens, pieceMark), hash, place, 0)
    }
    const mask = length << 2
    const first = view.getInt32(start, true) & (masks[mask] as number)
    const second = view.getInt32(start + 4, true) & (masks[mask + 1] as number)
    const third = view.getInt32(start + 8, true) & (masks[mask + 2] as number)
    const set = setOf(hashOfWords(first, second, third, length))
    this.fill(set, headOf(length, tokens, pieceMark), first, second, third)
  }

  /** Fills a free slot of a set, or each of its slots in turn. */
  private fill(set: number, head: number, first: number, second: number, third: number): void {
    const { slots } = this
    this.turn ^= slotBytes
    const at = slots.getInt32(set, true) === 0 ? set : set + this.turn
    slots.setInt32(at, head, true)
    slots.setInt32(at + 4, first, true)
    slots.setInt32(at + 8, second, true)
    slots.setInt32(at + 12, third, true)
  }

  private getLong(view: DataView, start: number, length: number): number {
    const { slots } = this
    const hash = hashOf(view, start, length)
    const at = setOf(hash)
    if (slots.getInt32(at + 4, true) === hash) {
      const tokens = this.ring.get(slots.getInt32(at + 8, true), pieceMark, view, start, length)
      if (tokens > 0) return tokens
    }
    if (slots.getInt32(at + slotBytes + 4, true) !== hash) return 0
    return this.ring.get(slots.getInt32(at + slotBytes + 8, true), pieceMark, view, start, length)
  }
}

const setOf = (hash: number): number => (hash >>> (32 - setBits)) * setBytes
