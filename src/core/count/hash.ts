/** Number of bytes that are read at a time. The last read may go past the end. */
const word = 4

/** Hashes some bytes, four at a time. Three bytes after them must be readable. */
export function hashOf(view: DataView, start: number, length: number): number {
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
