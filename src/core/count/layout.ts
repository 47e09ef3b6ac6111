import { hashOf } from './hash.ts'
import { offsetBits, offsetMask, shiftFor, slotOf, slotsPerBucket } from './slot.ts'
import { characterBytes, continuesCharacter } from './utf8.ts'

/** First word of a laid out vocabulary. It changes with the layout and the hash, so that no other layout is read. */
const mark = 0x32767863
const headerWords = 4
const wordBytes = 4

/** Parts of a laid out vocabulary; the typed arrays are views of its bytes. */
export interface Layout {
  /** Number of bytes of the longest token. */
  readonly longest: number
  /** Hash table: entries have the offsets of tokens in `bytes`. */
  readonly table: Int32Array
  /** One number for each bucket of hashes, which leads its tokens to slots of their own. */
  readonly displacements: Uint8Array
  /** Offsets of the tokens that contain the boundary of two characters, and part of a character. */
  readonly crossing: Int32Array
  /** All bytes. The byte before a token is its length, and the tokens are in the order of their ranks. */
  readonly bytes: Uint8Array
}

/**
 * Lays out a vocabulary so that it can be used without further work: header, tokens, table, displacements, crossing
 * tokens.
 *
 * @param packed - Tokens in order of rank, each as its length (one byte) and its bytes; an empty token; and the
 * displacements, which `npm run vocabulary` found.
 */
export function layOut(packed: Uint8Array): Uint8Array {
  const from = headerWords * wordBytes
  const crossing: number[] = []
  let longest = 0
  let end = 0
  for (let length = packed[0] as number; length > 0; length = packed[end] as number) {
    longest = Math.max(longest, length)
    if (isCrossing(packed, end + 1, length)) crossing.push(from + end + 1)
    end += 1 + length
  }
  const displacements = packed.subarray(end + 1)
  const tableLength = displacements.length * slotsPerBucket
  // Tokens are read a few bytes past their end.
  const tableAt = Math.ceil((from + end + 1 + wordBytes) / wordBytes) * wordBytes
  const crossingAt = tableAt + tableLength * wordBytes + displacements.length
  const laidOut = new Uint8Array(crossingAt + crossing.length * wordBytes)
  new Int32Array(laidOut.buffer).set([mark, longest, tableAt, tableLength])
  laidOut.set(packed.subarray(0, end), from)
  laidOut.set(displacements, tableAt + tableLength * wordBytes)
  new Int32Array(laidOut.buffer).set(crossing, crossingAt / wordBytes)
  fillTable(readLayout(laidOut), from)
  return laidOut
}

/** Puts each token into its slot; a free slot has the offset of the empty token. */
function fillTable({ bytes, table, displacements }: Layout, from: number): void {
  const view = new DataView(bytes.buffer)
  const shift = shiftFor(table.length)
  const bucketShift = shiftFor(displacements.length)
  let at = from + 1
  for (let length = bytes[from] as number; length > 0; length = bytes[at - 1] as number) {
    const hash = hashOf(view, at, length)
    const displacement = displacements[hash >>> bucketShift] as number
    table[slotOf(hash, length, displacement, shift)] = (hash << offsetBits) | at
    at += length + 1
  }
  if (at > offsetMask) throw new RangeError(`a vocabulary has at most ${offsetMask} bytes, not ${at}`)
  for (let slot = 0; slot < table.length; slot++) if (table[slot] === 0) table[slot] = at
}

/** Whether a token contains a boundary of two characters, and begins or ends inside a character. */
function isCrossing(bytes: Uint8Array, start: number, length: number): boolean {
  let last = start + length - 1
  while (last > start && continuesCharacter(bytes[last] as number)) last--
  const isWhole =
    !continuesCharacter(bytes[start] as number) &&
    last + characterBytes(bytes[last] as number) === start + length
  return !isWhole && last > start
}

/** Reads the parts of a laid out vocabulary. Throws an Error if the bytes have another layout. */
export function readLayout(given: Uint8Array): Layout {
  const bytes = given.byteOffset % wordBytes === 0 ? given : given.slice()
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / wordBytes)
  const [word, longest = 0, tableAt = 0, tableLength = 0] = words
  if (word !== mark) throw new Error('these bytes are no vocabulary of this version and byte order')
  const tableEnd = tableAt / wordBytes + tableLength
  const buckets = tableLength / slotsPerBucket
  return {
    longest,
    table: words.subarray(tableAt / wordBytes, tableEnd),
    displacements: bytes.subarray(tableEnd * wordBytes, tableEnd * wordBytes + buckets),
    crossing: words.subarray(tableEnd + buckets / wordBytes),
    bytes,
  }
}
