import { hashOf } from './hash.ts'
import { characterBytes, continuesCharacter } from './utf8.ts'

/**
 * Number of low bits in a table entry; they contain the offset of a token's bytes. The bits above contain part of the
 * hash of the token.
 */
export const offsetBits = 21
export const offsetMask = (1 << offsetBits) - 1

/** First word of a laid out vocabulary. It changes with the layout and the hash, so that no other layout is read. */
const mark = 0x31767863
const headerWords = 4
const wordBytes = 4

/** Parts of a laid out vocabulary; the typed arrays are views of its bytes. */
export interface Layout {
  /** Number of bytes of the longest token. */
  readonly longest: number
  /** Hash table with open addressing: entries have the offsets of tokens in `bytes`, or 0. */
  readonly table: Int32Array
  /** Offsets of the tokens that contain the boundary of two characters, and part of a character. */
  readonly crossing: Int32Array
  /** All bytes. The byte before a token is its length, and the tokens are in the order of their ranks. */
  readonly bytes: Uint8Array
}

/**
 * Lays out a vocabulary so that it can be used without further work: header, tokens, table, crossing tokens.
 *
 * @param tokens - Tokens in order of rank, each as its length (one byte) and its bytes.
 */
export function layOut(tokens: Uint8Array): Uint8Array {
  const from = headerWords * wordBytes
  // An empty token ends the list, and tokens are read a few bytes past their end.
  const tableAt = Math.ceil((from + tokens.length + wordBytes) / wordBytes) * wordBytes
  if (tableAt > offsetMask)
    throw new RangeError(`a vocabulary has at most ${offsetMask} bytes, not ${tableAt}`)
  let size = 0
  let longest = 0
  const crossing: number[] = []
  for (let at = 0; at < tokens.length; at += 1 + (tokens[at] as number), size++) {
    const length = tokens[at] as number
    longest = Math.max(longest, length)
    if (isCrossing(tokens, at + 1, length)) crossing.push(from + at + 1)
  }
  const tableLength = 2 ** Math.ceil(Math.log2(size * 2))
  const laidOut = new Uint8Array(tableAt + (tableLength + crossing.length) * wordBytes)
  new Int32Array(laidOut.buffer).set([mark, longest, tableAt, tableLength])
  laidOut.set(tokens, from)
  new Int32Array(laidOut.buffer).set(crossing, tableAt / wordBytes + tableLength)
  fillTable(new Int32Array(laidOut.buffer, tableAt, tableLength), new DataView(laidOut.buffer), from)
  return laidOut
}

function fillTable(table: Int32Array, view: DataView, from: number): void {
  const shift = Math.clz32(table.length) + 1
  for (let at = from; ; ) {
    const length = view.getUint8(at++)
    if (length === 0) return
    const hash = hashOf(view, at, length)
    let slot = hash >>> shift
    while (table[slot] !== 0) slot = (slot + 1) & (table.length - 1)
    table[slot] = (hash << offsetBits) | at
    at += length
  }
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
  return {
    longest,
    table: words.subarray(tableAt / wordBytes, tableEnd),
    crossing: words.subarray(tableEnd),
    bytes,
  }
}
