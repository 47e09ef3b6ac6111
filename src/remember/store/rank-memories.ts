import type { Embedding } from '../../context/relevant/embedding.ts'
import { RelevanceIndex } from '../../context/relevant/relevance-index.ts'
import type { FoundMemory, Memory } from './memory-store.ts'

/** Number of memories that a search returns, if the query does not say. */
export const usualTop = 20

/** Places that lie between memories that are no neighbours: no ranking looks so far. */
const apart = 16

/** A ranking of some memories. */
export interface MemoryRanking {
  readonly text: string
  readonly top: number
  readonly exceptSession?: string | undefined
  readonly embedding?: Embedding | undefined
}

/** Memories in the order in which they were added, and an index of them. */
export class RankedMemories {
  private readonly index = new RelevanceIndex()
  private readonly memories: (Memory | null)[] = []
  private readonly ordinals = new Map<string, number>()

  /** Number of memories. */
  get size(): number {
    return this.ordinals.size
  }

  /** Adds a memory in a place of its own; one whose id is there is replaced in its place. */
  set(memory: Memory): void {
    // Memories of two sessions are no neighbours.
    if (this.memories.at(-1)?.session !== memory.session && !this.ordinals.has(memory.id)) this.skip(apart)
    const ordinal = this.ordinals.get(memory.id) ?? this.memories.length
    this.ordinals.set(memory.id, ordinal)
    this.memories[ordinal] = memory
    const { author, text } = memory
    this.index.set(ordinal, author === undefined ? text : `${author}: ${text}`, author)
  }

  delete(id: string): void {
    const ordinal = this.ordinals.get(id)
    if (ordinal === undefined) return
    this.ordinals.delete(id)
    this.memories[ordinal] = null
    this.index.delete(ordinal)
  }

  /** Leaves places free, so that memories before and after are no neighbours. */
  skip(places = apart): void {
    for (let place = 0; place < places; place++) this.memories.push(null)
  }

  /** Returns the memories that answer a query, best first. */
  rank({ text, top, exceptSession, embedding }: MemoryRanking): readonly FoundMemory[] {
    const accepts = (ordinal: number): boolean => {
      const memory = this.memories[ordinal]
      return memory != null && (exceptSession === undefined || memory.session !== exceptSession)
    }
    const ranked = this.index.rank(text, {
      limit: top,
      accepts,
      ...(embedding !== undefined && { embedding }),
    })
    return ranked.flatMap(({ ordinal, score }) => {
      const memory = this.memories[ordinal]
      return memory == null || !accepts(ordinal) ? [] : [{ ...memory, score }]
    })
  }
}
