/** Number of bytes that are read at a time. The last read may go past the end. */
const word = 4
/** Most bytes that are hashed and compared as three words, without a branch. */
export const shortLength = 3 * word
/** Number of bytes after a text that must be readable. */
export const readable = 3 * word

/** Masks of the three words of short bytes, four numbers for each length. */
export const masks = new Int32Array(4 * (shortLength + 1))
for (let length = 0; length <= shortLength; length++)
  for (let at = 0; at < 3; at++) {
    const bits = Math.min(Math.max(length - at * word, 0), word) * 8
    masks[length * 4 + at] = bits === 32 ? -1 : (1 << bits) - 1
  }

const spread = (hash: number): number => hash ^ (hash >>> 15)

function mix(sum: number): number {
  const hash = Math.imul(spread(sum), 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}

/** Hashes the words of a short piece and its length, faster than `hashOf`: some pieces have one hash. */
export const hashOfWords = (first: number, second: number, third: number, length: number): number =>
  mix(Math.imul(first, 0x9e3779b1) + Math.imul(second, 0x85ebca6b) + Math.imul(third, 0xc2b2ae35) + length)

/** Hashes some bytes; no two tokens of one length have one hash. `readable` bytes after them must be readable. */
export function hashOf(view: DataView, start: number, length: number): number {
  if (length <= shortLength) {
    const mask = length << 2
    const first = view.getInt32(start, true) & (masks[mask] as number)
    const second = view.getInt32(start + 4, true) & (masks[mask + 1] as number)
    const third = view.getInt32(start + 8, true) & (masks[mask + 2] as number)
    // Without the spread, sums of different words are equal too often.
    const sum = spread(Math.imul(first, 0x9e3779b1)) + Math.imul(second, 0x85ebca6b)
    return mix(sum + Math.imul(third, 0xc2b2ae35) + length)
  }
  let hash = length
  let at = start
  const end = start + length
  for (; at + word <= end; at += word)
    hash = Math.imul(hash ^ view.getInt32(at, true), 0x9e3779b1) ^ (hash >>> 15)
  if (at < end) hash = Math.imul(hash ^ (view.getInt32(at, true) & lowBytesMask(end - at)), 0x9e3779b1)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return hash ^ (hash >>> 13)
}

/** Whether two ranges contain the same bytes. */
export function sameBytes(
  left: DataView,
  from: number,
  right: DataView,
  start: number,
  length: number,
): boolean {
  let at = 0
  for (; at + word <= length; at += word)
    if (left.getInt32(from + at, true) !== right.getInt32(start + at, true)) return false
  const difference = left.getInt32(from + at, true) ^ right.getInt32(start + at, true)
  return at === length || (difference & lowBytesMask(length - at)) === 0
}

/** Returns a mask for the lowest one to three bytes of a number. */
const lowBytesMask = (bytes: number): number => (1 << (bytes << 3)) - 1
