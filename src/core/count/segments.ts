import { byteClasses, charClasses, wide } from './char-class.ts'
import { type Ring, segmentMark } from './ring.ts'
import { isSeamBetween } from './stretch.ts'
import { characterBytes, classAt, pointAt } from './utf8.ts'

/** Minimum length of a segment in bytes. A shorter rest of a text is counted by pieces. */
const least = 384
/** Length from which a segment is not remembered: text without seams, such as base64. */
const most = 1024
const placeBits = 13

/** Counts of segments, which are texts between two seams: text that comes again is counted by segments, not by pieces. */
export class Segments {
  /** Hash of a segment, and its place in the ring. */
  private readonly places = new Int32Array(2 << placeBits)
  private readonly ring: Ring

  constructor(ring: Ring) {
    this.ring = ring
  }

  /** Returns the number of tokens of a segment; 0 if it is not known. */
  get(hash: number, view: DataView, start: number, end: number): number {
    const at = placeOf(hash)
    return this.places[at] === hash
      ? this.ring.get(this.places[at + 1] as number, segmentMark, view, start, end - start)
      : 0
  }

  set(hash: number, view: DataView, start: number, end: number, tokens: number): void {
    const at = placeOf(hash)
    this.places[at] = hash
    this.places[at + 1] = this.ring.add(tokens, segmentMark, view, start, end - start)
  }
}

const placeOf = (hash: number): number => (hash >>> (32 - placeBits)) << 1

/** Whether the count of a segment is worth remembering. */
export const isRemembered = (length: number): boolean => length >= least && length < most

/** Returns the end of the segment that begins at a byte: the first seam from the minimum length on, or the end. */
export function segmentEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start + least
  while (at < end && ((bytes[at] as number) & 0xc0) === 0x80) at++
  while (at < end) {
    const before = kindAt(bytes, at)
    at += characterBytes(bytes[at] as number)
    if (at < end && isSeamBetween(before, pointAt(bytes, at), kindAt(bytes, at))) return at
  }
  return end
}

function kindAt(bytes: Uint8Array, at: number): number {
  const kind = byteClasses[bytes[at] as number] as number
  return kind === wide ? classAt(bytes, at, charClasses()) : kind
}
