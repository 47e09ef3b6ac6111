/** Pieces of more bytes than this are not remembered. */
const longest = 44
const words = longest / 4
const stride = 1 + words
const slotBits = 13

/**
 * Remembers how many tokens a piece became, for pieces that are no token themselves: names come again and again.
 * Bounded and exact: a slot holds the bytes, and one piece a slot.
 */
export class PieceCache {
  /** Length and tokens, then the bytes, four at a time. */
  private readonly slots = new Int32Array(stride << slotBits)

  /** The slot of a piece; -1 for one that is not remembered. */
  slotOf(view: DataView, start: number, length: number): number {
    if (length > longest) return -1
    let hash = length
    for (let word = 0; word << 2 < length; word++)
      hash = Math.imul(hash ^ wordOf(view, start, length, word), 0x9e3779b1) ^ (hash >>> 15)
    return (Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> (32 - slotBits)) * stride
  }

  /** Tokens of the piece, if this slot holds it; else 0. */
  get(slot: number, view: DataView, start: number, length: number): number {
    const { slots } = this
    const head = slots[slot] as number
    if (head >>> 16 !== length) return 0
    for (let word = 0; word << 2 < length; word++)
      if (slots[slot + 1 + word] !== wordOf(view, start, length, word)) return 0
    return head & 0xffff
  }

  set(slot: number, view: DataView, start: number, length: number, tokens: number): void {
    this.slots[slot] = (length << 16) | tokens
    for (let word = 0; word << 2 < length; word++)
      this.slots[slot + 1 + word] = wordOf(view, start, length, word)
  }
}

/** Four bytes of a piece, zeros behind its end. */
function wordOf(view: DataView, start: number, length: number, word: number): number {
  const value = view.getInt32(start + (word << 2), true)
  const left = length - (word << 2)
  return left >= 4 ? value : value & ((1 << (left << 3)) - 1)
}
