import { around } from './around.ts'
import { Authors } from './authors.ts'
import { Best, type Ranked } from './best.ts'
import { vectorsOnDisk } from './disk.ts'
import { cosine, type Embedding } from './embedding.ts'
import type { Kernel } from './kernel.ts'
import { Meanings } from './meanings.ts'
import { defaults, type Settings } from './settings.ts'
import { UnitWords } from './unit-words.ts'
import { WordScores } from './word-scores.ts'
import type { WordVectors } from './word-vectors.ts'

export interface RankOptions {
  /** Most units that are returned; 100 when omitted. */
  readonly limit?: number
  /** After how many units a score is halved, counted back from the newest; without it, age does not matter. */
  readonly halfLife?: number
  /** Whether a unit is wanted at all: asked of the best. */
  readonly accepts?: (ordinal: number) => boolean
  /** Vectors of the caller's own model. A unit may then be found that shares no word with the query. */
  readonly embedding?: Embedding
}

const defaultLimit = 100

/** Share of the best score that full likeness by a caller's vectors adds: docs/relevance.md says how it was measured. */
const embeddingWeight = 0.75

/** A unit's likeness to a query, and what it adds to a score. */
interface Likeness {
  readonly of: (ordinal: number) => number
  readonly weight: number
}

/**
 * Ranks the units of a session by how well they answer a query, without a model. The same units and the same query give
 * the same answer, in whatever order the units came. docs/relevance.md says by what, how well, and what it costs.
 */
export class RelevanceIndex {
  /** Whether word vectors take part. */
  readonly hasVectors: boolean

  private readonly settings: Settings
  private readonly held = new UnitWords()
  private readonly authors = new Authors()
  private readonly scores: WordScores
  private readonly meanings: Meanings | null

  /** @param vectors - Null to go by words alone, as where there is no disk. */
  constructor(settings: Partial<Settings> = {}, vectors: WordVectors | null = vectorsOnDisk()) {
    this.settings = { ...defaults, ...settings }
    this.scores = new WordScores(this.held, this.settings)
    this.meanings = vectors && new Meanings(vectors)
    this.hasVectors = vectors !== null
  }

  /** Number of units. */
  get units(): number {
    return this.held.units
  }

  /** Number of entries of word lists that the last ranking walked: its cost. */
  get walked(): number {
    return this.scores.walked
  }

  /**
   * Says what a unit holds, in place of what was said of it before. Costs the unit, not the session.
   *
   * @param ordinal - The unit's number, from 0 on without large gaps: those of near numbers are its neighbours.
   * @param text - All words that it may be found by, its author's name too.
   * @param author - Whose it is: a query with that name in it asks for it before others.
   */
  set(ordinal: number, text: string, author?: string): void {
    const words = this.settings.words(text)
    this.authors.set(ordinal, author, this.settings.words)
    this.held.set(ordinal, words.map(this.settings.stem), text.length)
    this.meanings?.set(ordinal, words)
  }

  /** Takes a unit out: what is left answers as if it had never been there. */
  delete(ordinal: number): void {
    this.authors.set(ordinal, undefined, this.settings.words)
    this.held.delete(ordinal)
    this.meanings?.set(ordinal, [])
  }

  /** The units that answer a query, the best first; of two that are as good, the newer. */
  rank(query: string, options: RankOptions = {}): readonly Ranked[] {
    const { limit = defaultLimit, halfLife, embedding, accepts } = options
    const words = this.settings.words(query)
    const kernel = this.settings.fit(this.settings.kernel, this.held.meanCharacters)
    this.scores.score(new Set(words.map(this.settings.stem)), kernel)

    const newest = this.held.end - 1
    const isNamed = this.authors.namedIn(new Set(words))
    const factor = (ordinal: number): number =>
      (isNamed(ordinal) ? 1 + this.settings.author : 1) *
      (halfLife === undefined ? 1 : 2 ** ((ordinal - newest) / halfLife))
    const likeness = this.likeness(words, kernel, embedding)
    const best = new Best(limit)
    for (const ordinal of embedding ? this.all() : this.bestByWords(limit, factor, accepts)) {
      const alike = likeness ? likeness.weight * likeness.of(ordinal) : 0
      const score = (this.scores.scoreOf(ordinal) + alike) * factor(ordinal)
      if (score > 0) best.show(ordinal, score, embedding && accepts)
    }
    return best.sorted()
  }

  private likeness(
    words: readonly string[],
    kernel: Kernel,
    embedding: Embedding | undefined,
  ): Likeness | null {
    // A model reads the whole of a unit: its neighbours would only blur what it says.
    if (embedding)
      return {
        of: ordinal => cosine(embedding, ordinal),
        weight: embedding.weight ?? embeddingWeight,
      }
    const of = this.meanings?.likeness(words)
    if (of === undefined) return null
    const has = (ordinal: number) => this.held.has(ordinal)
    return { of: around(kernel, of, has), weight: this.settings.likeness }
  }

  /** Returns the best matches, for vectors to reorder: comparing all matches would cost the whole session. */
  private bestByWords(
    limit: number,
    factor: (ordinal: number) => number,
    accepts: RankOptions['accepts'],
  ): number[] {
    const best = new Best(Math.max(limit, this.settings.compared))
    // From the newest of a word on, so that of many as good as each other few are taken in and put out again.
    for (let index = this.scores.scored - 1; index >= 0; index--) {
      const ordinal = this.scores.unitAt(index)
      best.show(ordinal, this.scores.scoreOf(ordinal) * factor(ordinal), accepts)
    }
    return best.sorted().map(({ ordinal }) => ordinal)
  }

  private *all(): Iterable<number> {
    for (let ordinal = 0; ordinal < this.held.end; ordinal++) if (this.held.has(ordinal)) yield ordinal
  }
}
