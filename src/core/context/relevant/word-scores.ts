import type { Kernel } from './kernel.ts'
import { countInPosting, unitOfPosting } from './postings.ts'
import type { RankingSettings } from './settings.ts'
import type { UnitWords } from './unit-words.ts'

/** Returns the rarity of a term: the Robertson/Spärck Jones weight, plus 1 so that no weight is negative. */
const rarityOfTerm = (units: number, holding: number): number =>
  Math.log(1 + (units - holding + 0.5) / (holding + 0.5))

/**
 * Scorer of units by their words and their neighbours' words: BM25F (Robertson, Zaragoza and Taylor 2004). The fields
 * of a unit are the unit itself and its neighbours; a more distant neighbour counts less. A term's frequencies in all
 * fields are added before saturation is applied. So a unit near many different terms of the query gets a higher score
 * than a unit near many occurrences of one term.
 */
export class WordScores {
  /** Number of postings that the last query visited. */
  walked = 0
  /** Number of units with a score above 0. */
  scored = 0

  private readonly held: UnitWords
  private readonly settings: RankingSettings
  private scores = new Float64Array(0)
  private heard = new Float64Array(0)
  /** Units with a score above 0, in arbitrary order. */
  private units = new Uint32Array(0)
  private best = 0

  constructor(held: UnitWords, settings: RankingSettings) {
    this.held = held
    this.settings = settings
  }

  /** Returns a unit with a score above 0, by its index among these units. */
  unitAt(index: number): number {
    return this.units[index] as number
  }

  /** Returns a unit's score as a share of the best unit's score. */
  scoreOf(ordinal: number): number {
    return this.best === 0 ? 0 : (this.scores[ordinal] as number) / this.best
  }

  /** Scores all units for the given terms. The kernel sets how much the words of neighbours count. */
  score(terms: ReadonlySet<string>, kernel: Kernel = this.settings.kernel): void {
    this.clear()
    const { held, settings } = this
    const lists = [...terms].map(term => ({ term, list: held.postings.postingsOfTerm(term) }))
    lists.sort((left, right) => left.list.length - right.list.length || (left.term < right.term ? -1 : 1))
    let left = settings.walk
    for (const { list } of lists) {
      const from = Math.max(0, list.length - left)
      left -= list.length - from
      if (from < list.length) this.addTerm(list, from, rarityOfTerm(held.units, list.length), kernel)
    }
    this.walked = settings.walk - left
  }

  private clear(): void {
    for (let index = 0; index < this.scored; index++) this.scores[this.unitAt(index)] = 0
    this.scored = 0
    this.best = 0
    if (this.scores.length >= this.held.end) return
    const size = Math.ceil(this.held.end * 1.25)
    this.scores = new Float64Array(size)
    this.heard = new Float64Array(size)
    this.units = new Uint32Array(size)
  }

  /** Adds the scores of a term's postings, from an index on. */
  private addTerm(list: readonly number[], from: number, weight: number, kernel: Kernel): void {
    const { held, heard } = this
    const { b } = this.settings
    const reach = kernel.length - 1
    const last = held.end - 1
    const { meanLength } = held
    let begin = 0
    let end = -1
    for (let index = from; index < list.length; index++) {
      const posting = list[index] as number
      const unit = unitOfPosting(posting)
      const first = Math.max(0, unit - reach)
      if (first > end) {
        this.addSaturatedScores(begin, end, weight)
        begin = first
      }
      end = Math.min(last, unit + reach)
      const loud = countInPosting(posting) / (1 - b + (b * held.lengthOf(unit)) / meanLength)
      for (let at = first; at <= end; at++)
        heard[at] = (heard[at] as number) + loud * (kernel[at < unit ? unit - at : at - unit] as number)
    }
    this.addSaturatedScores(begin, end, weight)
  }

  /** Adds a term's saturated frequency to the score of each unit in a range. Then clears the frequencies. */
  private addSaturatedScores(begin: number, end: number, weight: number): void {
    const { heard, scores, units, held } = this
    const { k1 } = this.settings
    for (let at = begin; at <= end; at++) {
      const loud = heard[at] as number
      heard[at] = 0
      if (loud === 0 || !held.has(at)) continue
      const before = scores[at] as number
      if (before === 0) units[this.scored++] = at
      const score = before + (weight * loud) / (k1 + loud)
      scores[at] = score
      if (score > this.best) this.best = score
    }
  }
}
