import { type RankOptions, RelevanceIndex } from '../../src/core/context/relevant/relevance-index.ts'
import { defaultRanking, type RankingSettings } from '../../src/core/context/relevant/settings.ts'
import type { WordVectors } from '../../src/core/context/relevant/word-vectors.ts'
import { importPeer } from '../library/import-peer.ts'
import type { Conversation } from './conversations.ts'
import type { Method } from './recall.ts'

/** No turn is found but by its place. */
export const newest: Method = () => () => []

interface Engine {
  add(document: { readonly id: number; readonly text: string }): void
  search(query: string): readonly { readonly id: number; readonly score: number }[]
}

const { default: MiniSearch } = await importPeer('minisearch')

/** The engine as it comes, or with our words. */
export const engine = (ourWords: boolean): Engine =>
  new MiniSearch({
    fields: ['text'],
    ...(ourWords && {
      tokenize: (text: string) => defaultRanking.words(text).map(defaultRanking.stem),
      processTerm: (term: string) => term,
    }),
  })

type Hits = ReturnType<Engine['search']>

/** Order in which an engine's hits are returned. */
type Order = (hits: Hits, count: number, turns: Conversation['turns']) => readonly number[]

export const asTheyCome: Order = hits => hits.map(({ id }) => id)

/** Each hit with the turn before and the one after it. */
export const withNeighbours: Order = (hits, turns) => {
  const all = hits.flatMap(({ id }) => [id, id - 1, id + 1])
  return [...new Set(all)].filter(turn => turn >= 0 && turn < turns)
}

/** Each turn by the scores of those around it, as ours hears words. */
export const smoothed: Order = (hits, turns) => {
  const scores = new Float64Array(turns)
  for (const { id, score } of hits)
    for (const [distance, weight] of defaultRanking.kernel.entries())
      for (const turn of new Set([id - distance, id + distance]))
        if (turn >= 0 && turn < turns) scores[turn]! += score * weight
  const found = [...scores.keys()].filter(turn => scores[turn]! > 0)
  return found.sort((left, right) => scores[right]! - scores[left]! || right - left)
}

export const miniSearch =
  (ourWords: boolean, order: Order): Method =>
  ({ turns }) => {
    const index = engine(ourWords)
    for (const [id, { text }] of turns.entries()) index.add({ id, text })
    return query => order(index.search(query), turns.length, turns)
  }

/** Each turn by the scores of those around it, by their distance in characters: e times less each `scale` of them. */
export const byCharacters =
  (scale: number): Order =>
  (hits, count, turns) => {
    const ends: number[] = []
    for (const { text } of turns) ends.push((ends.at(-1) ?? 0) + text.length)
    const middle = (turn: number): number => ends[turn]! - turns[turn]!.text.length / 2
    const scores = new Float64Array(count)
    for (const { id, score } of hits)
      for (let turn = Math.max(0, id - 8); turn <= Math.min(count - 1, id + 8); turn++)
        scores[turn]! += score * Math.exp(-Math.abs(middle(turn) - middle(id)) / scale)
    const found = [...scores.keys()].filter(turn => scores[turn]! > 0)
    return found.sort((left, right) => scores[right]! - scores[left]! || right - left)
  }

/** Ours, with other settings where they are given. */
export const ours =
  (
    settings: Partial<RankingSettings> = {},
    vectors?: WordVectors | null,
    options: RankOptions = {},
  ): Method =>
  conversation => {
    const index = new RelevanceIndex(settings, vectors)
    for (const [turn, { text, author }] of conversation.turns.entries()) index.set(turn, text, author)
    return query =>
      index.rank(query, { limit: conversation.turns.length, ...options }).map(({ ordinal }) => ordinal)
  }

/** Returns all words of a text, unchanged but for their case, common ones too. */
export const everyWord = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
