import type { EmbedHandler } from 'ctxc/effects'
import { vectorsOnDisk } from '../../src/core/context/relevant/disk.ts'
import { dimensions } from '../../src/core/context/relevant/word-vectors.ts'
import { stemOf, wordsOf } from '../../src/core/text/words.ts'

/** Components of a vector of hashed words. */
const size = 512

/** Makes an embedding of texts, one by one. None of those here is a model of sentences: they need no network. */
const each = (id: string, vectorOf: (words: readonly string[]) => readonly number[]): EmbedHandler => ({
  id,
  run: async ({ texts }) => texts.map(text => vectorOf(wordsOf(text))),
})

/** Weighted means of the project's own word vectors (GloVe, 100 dimensions). */
export function wordMeans(): EmbedHandler {
  const vectors = vectorsOnDisk()
  if (vectors === null) throw new Error('there are no word vectors')
  return each('word means', words => [...(vectors.meanDirection(words) ?? unknown(dimensions))])
}

/** Stems of words, each counted in a component by its hash: no meanings, and a few words share a component. */
export const hashedWords = (): EmbedHandler =>
  each('hashed words', words => {
    const vector = unknown(size)
    for (const word of words) vector[hashOf(stemOf(word)) % size]! += 1
    return vector
  })

/** A vector that is no zero, for a text without known words. */
const unknown = (length: number): number[] => Array.from({ length }, () => 1e-6)

/** FNV-1a. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
