import type { TextVector } from '../../core/remember/store/embedder.ts'
import type { FoundMemory, Memory } from '../../core/remember/store/memory-store.ts'
import { type MemoryRanking, RankedMemories } from '../../core/remember/store/rank-memories.ts'
import { stemOf, wordsOf } from '../../core/text/words.ts'

/** Maximum number of memories that are found by their words and then ranked. */
export const mostFound = 400

/** Number of newest memories that are always ranked, because they may match in meaning but not in words. */
export const mostNewest = 100

/** Number of best memories whose neighbours are also ranked. As many are ranked because their vectors are similar. */
export const mostBest = 200

/** Maximum distance of a neighbour, in added memories. */
export const reach = 6

/** Maximum number of words of a query that are searched. More words of a long query do not improve the result. */
const mostWords = 64

/** Returns the stems of a text's words. Databases cannot split scripts without spaces, so the words are split here. */
const stemsOfWords = (text: string): readonly string[] => wordsOf(text).map(stemOf)

/** Returns the stems of the words in a memory, in their order. */
export const stemsOfMemory = ({ author, text }: Omit<Memory, 'id'>): readonly string[] =>
  stemsOfWords(author === undefined ? text : `${author}: ${text}`)

/** Returns the different stems of a query's first words. */
export const stemsOfQuery = (text: string): readonly string[] =>
  [...new Set(stemsOfWords(text))].slice(0, mostWords)

/** Likeness of a memory's vector and a query's vector. */
export interface ScoredKey {
  readonly key: number
  readonly score: number
}

/** Returns the keys of the memories with the highest scores. */
export const mostSimilar = (scores: readonly ScoredKey[]): readonly number[] =>
  scores
    .toSorted((left, right) => right.score - left.score)
    .slice(0, mostBest)
    .map(({ key }) => key)

/** Memory that a database found, with its number. Memories that are added one after the other have consecutive keys. */
export interface Candidate {
  readonly key: number
  readonly memory: Memory
  /** Vector of the memory's text; null or absent for none. */
  readonly vector?: TextVector | undefined
}

/** Ranks memories, which are given in the order of their keys. If keys between two of them are missing, they are no neighbours. */
export function rankCandidates(
  candidates: Iterable<Candidate>,
  ranking: MemoryRanking,
): readonly FoundMemory[] {
  const memories = new RankedMemories()
  let last = Number.NaN
  for (const { key, memory, vector } of candidates) {
    if (key - last > 1) memories.skipPositions()
    memories.set(memory, vector)
    last = key
  }
  return memories.rank(ranking)
}
