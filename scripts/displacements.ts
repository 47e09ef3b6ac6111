/** Search for the displacements of a vocabulary: one byte for each bucket of hashes, so that no two tokens share a slot. */
import { hashOf, readable } from '../src/core/count/hash.ts'
import { shiftFor, slotOf, slotsPerBucket } from '../src/core/count/slot.ts'

interface Key {
  readonly hash: number
  readonly length: number
}

const most = 256

/** Returns the displacements: the first of each bucket that leads its tokens to free slots, fullest buckets first. */
export function findDisplacements(tokens: readonly Uint8Array[]): Uint8Array {
  const slots = 2 ** Math.ceil(Math.log2(tokens.length))
  const displacements = new Uint8Array(slots / slotsPerBucket)
  const buckets = Array.from(displacements, (): Key[] => [])
  for (const key of tokens.map(keyOf)) buckets[key.hash >>> shiftFor(buckets.length)]?.push(key)
  const taken = new Uint8Array(slots)
  const byFill = buckets.map((bucket, index) => ({ bucket, index }))
  for (const { bucket, index } of byFill.sort((a, b) => b.bucket.length - a.bucket.length))
    displacements[index] = take(taken, bucket)
  return displacements
}

function keyOf(token: Uint8Array): Key {
  const bytes = new Uint8Array(token.length + readable)
  bytes.set(token)
  return { hash: hashOf(new DataView(bytes.buffer), 0, token.length), length: token.length }
}

/** Takes free slots for the tokens of a bucket, and returns the displacement. */
function take(taken: Uint8Array, bucket: readonly Key[]): number {
  for (let displacement = 0; displacement < most; displacement++) {
    const slots = new Set(
      bucket.map(({ hash, length }) => slotOf(hash, length, displacement, shiftFor(taken.length))),
    )
    if (slots.size < bucket.length || [...slots].some(slot => taken[slot] === 1)) continue
    for (const slot of slots) taken[slot] = 1
    return displacement
  }
  throw new RangeError(`no displacement below ${most} fits: two tokens may have one hash`)
}
