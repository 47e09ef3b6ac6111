import { RelevanceIndex } from '../../context/relevant/relevance-index.ts'
import type { TextVector } from './embedder.ts'
import type { FoundMemory, Memory } from './memory-store.ts'

/** Number of memories that a search returns, if the query sets none. */
export const usualTop = 20

/**
 * Distance in positions from which memories do not count as neighbours. It exceeds the range in which any ranking looks
 * for neighbours.
 */
const apart = 16

/** Options for ranking memories. */
export interface MemoryRanking {
  readonly text: string
  readonly top: number
  readonly exceptSession?: string | undefined
  /** Vector of the query text; null or absent if only words decide. */
  readonly vector?: TextVector | undefined
}

/** Memories in the order in which they were added, and an index of them. */
export class RankedMemories {
  private readonly index = new RelevanceIndex()
  private readonly memories: (Memory | null)[] = []
  private readonly ordinals = new Map<string, number>()
  private readonly vectors = new Map<number, Float32Array>()

  /** Number of memories. */
  get size(): number {
    return this.ordinals.size
  }

  /** Adds a memory at a new position; a memory with a known id replaces the earlier memory at that position. */
  set(memory: Memory, vector: TextVector = null): void {
    // Positions are left free between two sessions, because their memories must not count as neighbours.
    if (this.memories.at(-1)?.session !== memory.session && !this.ordinals.has(memory.id))
      this.skipPositions(apart)
    const ordinal = this.ordinals.get(memory.id) ?? this.memories.length
    this.ordinals.set(memory.id, ordinal)
    this.memories[ordinal] = memory
    if (vector === null) this.vectors.delete(ordinal)
    else this.vectors.set(ordinal, vector)
    const { author, text } = memory
    this.index.set(ordinal, author === undefined ? text : `${author}: ${text}`, author)
  }

  private vectorOf(ordinal: number, length: number): Float32Array | undefined {
    const vector = this.vectors.get(ordinal)
    return vector?.length === length ? vector : undefined
  }

  delete(id: string): void {
    const ordinal = this.ordinals.get(id)
    if (ordinal === undefined) return
    this.ordinals.delete(id)
    this.memories[ordinal] = null
    this.vectors.delete(ordinal)
    this.index.delete(ordinal)
  }

  /** Leaves positions free after the last memory, so that it does not count as a neighbour of the next one. */
  skipPositions(places = apart): void {
    for (let place = 0; place < places; place++) this.memories.push(null)
  }

  /** Returns the memories that match a query, best first. */
  rank({ text, top, exceptSession, vector }: MemoryRanking): readonly FoundMemory[] {
    const isSearchable = (ordinal: number): boolean => {
      const memory = this.memories[ordinal]
      return memory != null && (exceptSession === undefined || memory.session !== exceptSession)
    }
    const ranked = this.index.rank(text, {
      limit: top,
      accepts: isSearchable,
      // A memory without a vector, or with a vector of another length, is ranked by its words.
      ...(vector && { embedding: { query: vector, of: ordinal => this.vectorOf(ordinal, vector.length) } }),
    })
    return ranked.flatMap(({ ordinal, score }) => {
      const memory = this.memories[ordinal]
      return memory == null || !isSearchable(ordinal) ? [] : [{ ...memory, score }]
    })
  }
}
