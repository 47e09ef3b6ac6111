import type { Memory } from '../../../core/remember/store/memory-store.ts'
import { nameToHex } from '../../store/postgres/key-bytes.ts'
import { stemsOfMemory } from '../candidates.ts'

/** Vector of a memory, and the name of the handler that made it. */
export interface NamedVector {
  readonly embedder: string
  readonly vector: Float32Array
}

/** Returns memories as the JSON text of a parameter. Of several with one id, the last one is added in the place of the first. */
export function memoriesText(
  memories: readonly Memory[],
  vectorAt: (place: number) => NamedVector | null,
): string {
  const places = new Map<string, number>()
  for (const [place, { id }] of memories.entries()) places.set(id, place)
  const rows = [...places].map(([id, at], place) => {
    const memory = memories[at] as Memory
    const found = vectorAt(at)
    return {
      place,
      id: nameToHex(id),
      session: memory.session === undefined ? null : nameToHex(memory.session),
      body: JSON.stringify(memory),
      words: stemsOfMemory(memory),
      embedder: found?.embedder ?? null,
      embedding: found === null ? null : vectorText(found.vector),
    }
  })
  return JSON.stringify(rows)
}

/** Returns a vector with the length 1, as the text of an array. Nine digits are all digits of a 32-bit number. */
export function vectorText(vector: Float32Array): string {
  const length = Math.sqrt(vector.reduce((sum, number) => sum + number ** 2, 0))
  // Postgres refuses a number that is too small for 32 bits.
  return `{${Array.from(vector, number => Math.fround(number / length).toPrecision(9)).join(',')}}`
}
