import { averageAround } from './around.ts'
import { Authors } from './authors.ts'
import { Best, type Ranked } from './best.ts'
import { vectorsOnDisk } from './disk.ts'
import { cosine, type Embedding } from './embedding.ts'
import type { Kernel } from './kernel.ts'
import { Meanings } from './meanings.ts'
import { insertNeighbours, longCharacters } from './neighbours.ts'
import { defaultRanking, type RankingSettings } from './settings.ts'
import { UnitWords } from './unit-words.ts'
import { WordScores } from './word-scores.ts'
import type { WordVectors } from './word-vectors.ts'

export interface RankOptions {
  /** Upper bound on the returned units; 100 by default. */
  readonly limit?: number
  /**
   * Age in units at which a score is halved. The age is counted back from the newest unit. Without this option, age
   * does not matter.
   */
  readonly halfLife?: number
  /** Whether a unit may be returned. Called only for the best units. */
  readonly accepts?: (ordinal: number) => boolean
  /**
   * Vectors of the caller's embedding model. With these vectors, a search can find a unit that shares no word with the
   * query.
   */
  readonly embedding?: Embedding
}

const defaultLimit = 100

/**
 * Share of the best score that is added to a unit's score at maximum likeness by a caller's vectors. docs/relevance.md
 * explains the measurement.
 */
const embeddingWeight = 0.75

/** Likeness (similarity of vectors) of units to a query, and its weight in the score. */
interface Likeness {
  readonly of: (ordinal: number) => number
  readonly weight: number
}

/**
 * Index that ranks the conversation units of a session by how well they answer a query, without a model. The result
 * does not depend on the order in which the units were added. docs/relevance.md explains the method, its quality and
 * its cost.
 */
export class RelevanceIndex {
  /** Whether word vectors are used. */
  readonly hasVectors: boolean

  private readonly settings: RankingSettings
  private readonly held = new UnitWords()
  private readonly authors = new Authors()
  private readonly scores: WordScores
  private readonly meanings: Meanings | null

  /** @param vectors - Word vectors; null to compare words alone, as on a platform without a disk. */
  constructor(settings: Partial<RankingSettings> = {}, vectors: WordVectors | null = vectorsOnDisk()) {
    this.settings = { ...defaultRanking, ...settings }
    this.scores = new WordScores(this.held, this.settings)
    this.meanings = vectors && new Meanings(vectors)
    this.hasVectors = vectors !== null
  }

  /** Number of units. */
  get units(): number {
    return this.held.units
  }

  /** Number of postings that the last ranking visited: a measure of its cost. */
  get walked(): number {
    return this.scores.walked
  }

  /**
   * Sets the content of a unit and replaces its earlier content. The cost depends on the unit, not on the session.
   *
   * @param ordinal - The unit's number, from 0 on without large gaps; units with near numbers are neighbours.
   * @param text - All words that can find the unit, its author's name included.
   * @param author - The unit's author: a query that contains this name prefers the unit.
   */
  set(ordinal: number, text: string, author?: string): void {
    const words = this.settings.words(text)
    this.authors.set(ordinal, author, this.settings.words)
    this.held.set(ordinal, words.map(this.settings.stem), text.length)
    this.meanings?.set(ordinal, words)
  }

  /** Removes a unit, as if it had never been added. */
  delete(ordinal: number): void {
    this.authors.set(ordinal, undefined, this.settings.words)
    this.held.delete(ordinal)
    this.meanings?.set(ordinal, [])
  }

  /**
   * Returns the units that answer a query, best first; among equal scores, the newer unit is first. If units are long,
   * each hit is followed by the units next to it, except the best few hits.
   */
  rank(query: string, options: RankOptions = {}): readonly Ranked[] {
    const { limit = defaultLimit, halfLife, embedding, accepts } = options
    const words = this.settings.words(query)
    const kernel = this.settings.fit(this.settings.kernel, this.held.meanCharacters)
    this.scores.score(new Set(words.map(this.settings.stem)), kernel)

    const newest = this.held.end - 1
    const isNamed = this.authors.namedIn(new Set(words))
    const authorAndAgeFactor = (ordinal: number): number =>
      (isNamed(ordinal) ? 1 + this.settings.author : 1) *
      (halfLife === undefined ? 1 : 2 ** ((ordinal - newest) / halfLife))
    const likeness = this.likenessOfUnits(words, kernel, embedding)
    const best = new Best(limit)
    for (const ordinal of embedding
      ? this.allOrdinals()
      : this.bestByWords(limit, authorAndAgeFactor, accepts)) {
      const alike = likeness ? likeness.weight * likeness.of(ordinal) : 0
      const score = (this.scores.scoreOf(ordinal) + alike) * authorAndAgeFactor(ordinal)
      if (score > 0) best.offerUnit(ordinal, score, embedding && accepts)
    }
    const hits = best.sorted()
    // A vector of the caller's model represents a whole unit. It was not measured how good such vectors are together
    // with neighbours.
    if (embedding !== undefined || kernel.length === 1 || this.held.meanCharacters <= longCharacters)
      return hits
    const has = (ordinal: number): boolean => this.held.has(ordinal) && (accepts?.(ordinal) ?? true)
    return insertNeighbours(hits, { alone: this.settings.alone, limit, accepts: has })
  }

  private likenessOfUnits(
    words: readonly string[],
    kernel: Kernel,
    embedding: Embedding | undefined,
  ): Likeness | null {
    // A vector of the caller's model represents the whole unit. An average over neighbours would only make the unit's
    // likeness less exact.
    if (embedding)
      return {
        of: ordinal => cosine(embedding, ordinal),
        weight: embedding.weight ?? embeddingWeight,
      }
    const of = this.meanings?.likenessTo(words)
    if (of === undefined) return null
    const has = (ordinal: number) => this.held.has(ordinal)
    return { of: averageAround(kernel, of, has), weight: this.settings.likeness }
  }

  /**
   * Returns the best matches by words, so that only these are compared by vectors. Comparing the vectors of all matches
   * would take time proportional to the whole session.
   */
  private bestByWords(
    limit: number,
    factor: (ordinal: number) => number,
    accepts: RankOptions['accepts'],
  ): number[] {
    const best = new Best(Math.max(limit, this.settings.compared))
    // The newest units are offered first. Otherwise, among many equal scores, many units would be inserted and removed
    // again.
    for (let index = this.scores.scored - 1; index >= 0; index--) {
      const ordinal = this.scores.unitAt(index)
      best.offerUnit(ordinal, this.scores.scoreOf(ordinal) * factor(ordinal), accepts)
    }
    return best.sorted().map(({ ordinal }) => ordinal)
  }

  private *allOrdinals(): Iterable<number> {
    for (let ordinal = 0; ordinal < this.held.end; ordinal++) if (this.held.has(ordinal)) yield ordinal
  }
}
