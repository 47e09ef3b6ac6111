import { RelevanceIndex } from '../../src/core/context/relevant/relevance-index.ts'
import type { WordVectors } from '../../src/core/context/relevant/word-vectors.ts'
import { median } from '../measure/median.ts'
import type { Conversation, Turn } from './conversations.ts'
import { engine } from './methods.ts'

interface Index {
  add(ordinal: number, turn: Turn): void
  rank(query: string): unknown
}

const steps = 60
const warming = 20

/** Milliseconds to add one turn, and to rank a hundred after it, at the median, with so many turns before it. */
export interface Speed {
  readonly add: number
  readonly rank: number
}

export const ourIndex = (vectors?: WordVectors | null): Index => {
  const index = new RelevanceIndex({}, vectors)
  return {
    add: (ordinal, { text, author }) => index.set(ordinal, text, author),
    rank: query => index.rank(query),
  }
}

export const engineIndex = (): Index => {
  const index = engine(true)
  return { add: (id, { text }) => index.add({ id, text }), rank: query => index.search(query).slice(0, 100) }
}

/** The turns of all conversations, over and over. */
export function speed(index: Index, size: number, conversations: readonly Conversation[]): Speed {
  const all = conversations.flatMap(({ turns }) => turns)
  const queries = conversations.flatMap(({ questions }) => questions.map(({ query }) => query))
  for (let turn = 0; turn < size; turn++) index.add(turn, all[turn % all.length]!)
  const adds: number[] = []
  const ranks: number[] = []
  for (let step = 0; step < warming + steps; step++) {
    const began = performance.now()
    index.add(size + step, all[(size + step) % all.length]!)
    const added = performance.now()
    index.rank(queries[(step * 7) % queries.length]!)
    const ranked = performance.now()
    if (step < warming) continue
    adds.push(added - began)
    ranks.push(ranked - added)
  }
  return { add: median(adds), rank: median(ranks) }
}
