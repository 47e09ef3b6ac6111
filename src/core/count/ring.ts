import { readable, sameBytes } from './hash.ts'

const ringBytes = 1 << 20
const word = 4
/** Longest bytes that a ring holds: twelve bits of a head have their length. */
const longest = 0xfff

/** Kinds of bytes in a ring: the first byte of a head. UTF-8 contains neither, so that no bytes look like a head. */
export const pieceMark = 0xff
export const segmentMark = 0xfe

/** Returns the head of counted bytes. Their length and tokens are at most 4,095. */
export const headOf = (length: number, tokens: number, mark: number): number =>
  (length << 20) | (tokens << 8) | mark
export const headWithoutTokens = (head: number): number => head & ~(0xfff << 8)
export const tokensOf = (head: number): number => (head >>> 8) & 0xfff

/**
 * Ring of counted bytes, each after its head; the newest take the place of the oldest. Heads are at whole words, so that
 * no place between them is read as a head.
 */
export class Ring {
  private readonly view = new DataView(new ArrayBuffer(ringBytes + longest + 2 * readable))
  private end = 0

  /** Returns the tokens of the bytes at a place of the ring; 0 if other bytes are there. Any place may be given. */
  get(place: number, mark: number, view: DataView, start: number, length: number): number {
    const at = place & (ringBytes - word)
    const head = this.view.getInt32(at, true)
    return headWithoutTokens(head) === headOf(length, 0, mark) &&
      sameBytes(this.view, at + word, view, start, length)
      ? tokensOf(head)
      : 0
  }

  /** Adds bytes, and returns their place. `readable` bytes after them must be readable. */
  add(tokens: number, mark: number, view: DataView, start: number, length: number): number {
    const at = this.end
    this.view.setInt32(at, headOf(length, tokens, mark), true)
    for (let done = 0; done < length; done += word)
      this.view.setInt32(at + word + done, view.getInt32(start + done, true), true)
    const end = at + word + ((length + word - 1) & -word)
    this.end = end < ringBytes ? end : 0
    return at
  }
}
