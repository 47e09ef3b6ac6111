/**
 * Number of low bits in a table entry; they contain the offset of a token's bytes. The bits above contain part of the
 * hash of the token.
 */
export const offsetBits = 21
export const offsetMask = (1 << offsetBits) - 1
/** Number of slots for each bucket of hashes. */
export const slotsPerBucket = 4

/** Returns the number of bits by which a hash is shifted to give one of so many slots or buckets. */
export const shiftFor = (places: number): number => Math.clz32(places) + 1

/** Returns the slot of a token, from its hash and the displacement of the hash's bucket. */
export function slotOf(hash: number, length: number, displacement: number, shift: number): number {
  const mixed = hash ^ Math.imul((displacement << 8) | length, 0x9e3779b1)
  return Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> shift
}
