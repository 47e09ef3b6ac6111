import MiniSearch from 'minisearch'
import { type RankOptions, RelevanceIndex } from '../../src/context/relevant/relevance-index.ts'
import { defaults, type Settings } from '../../src/context/relevant/settings.ts'
import type { WordVectors } from '../../src/context/relevant/word-vectors.ts'
import type { Conversation } from './conversations.ts'
import type { Method } from './recall.ts'

/** No turn is found but by its place. */
export const newest: Method = () => () => []

/** The engine as it comes, or with our words. */
export const miniSearch =
  (ourWords: boolean, neighbours: boolean): Method =>
  conversation => {
    const index = engine(ourWords)
    index.addAll(conversation.turns.map(({ text }, id) => ({ id, text })))
    return query => {
      const hits: number[] = index.search(query).map(({ id }) => id)
      return neighbours ? beside(hits, conversation) : hits
    }
  }

/** Ours, with other settings where they are given. */
export const ours =
  (settings: Partial<Settings> = {}, vectors?: WordVectors | null, options: RankOptions = {}): Method =>
  conversation => {
    const index = new RelevanceIndex(settings, vectors)
    for (const [turn, { text }] of conversation.turns.entries()) index.set(turn, text)
    return query =>
      index.rank(query, { limit: conversation.turns.length, ...options }).map(({ ordinal }) => ordinal)
  }

export const engine = (ourWords: boolean): MiniSearch =>
  new MiniSearch({
    fields: ['text'],
    ...(ourWords && {
      tokenize: (text: string) => defaults.words(text).map(defaults.stem),
      processTerm: (term: string) => term,
    }),
  })

/** Each hit with the turn before and the one after it. */
function beside(hits: readonly number[], { turns }: Conversation): number[] {
  const all = hits.flatMap(hit => [hit, hit - 1, hit + 1])
  return [...new Set(all)].filter(turn => turn >= 0 && turn < turns.length)
}

/** Words as they stand, common ones too. */
export const everyWord = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
