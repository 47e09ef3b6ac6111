import { countOf, unitOf } from './postings.ts'
import type { Settings } from './settings.ts'
import type { UnitWords } from './unit-words.ts'

/** How rare a term is: Robertson and Spärck Jones' weight, with 1 added so that none is negative. */
const rarity = (units: number, holding: number): number =>
  Math.log(1 + (units - holding + 0.5) / (holding + 0.5))

/**
 * Scores units by their words and by those around them: BM25F (Robertson, Zaragoza and Taylor 2004), where the fields of
 * a unit are itself and its neighbours, each counting less the further away it is. A term's frequencies are added up
 * over the fields before they saturate, so that units around which many of the query's terms are heard stand above those
 * where one is heard often.
 */
export class WordScores {
  /** Units with a score above 0, in no order that means anything. */
  readonly scored: number[] = []
  /** Postings that the last query walked. */
  walked = 0

  private readonly held: UnitWords
  private readonly settings: Settings
  private scores = new Float64Array(0)
  private heard = new Float64Array(0)

  constructor(held: UnitWords, settings: Settings) {
    this.held = held
    this.settings = settings
  }

  scoreOf(ordinal: number): number {
    return this.scores[ordinal] as number
  }

  /** Scores all units for these terms, as shares of what one that holds all of them over and over would have. */
  score(terms: ReadonlySet<string>): void {
    this.clear()
    const { held, settings } = this
    const lists = [...terms].map(term => ({ term, list: held.postings.of(term) }))
    lists.sort((left, right) => left.list.length - right.list.length || (left.term < right.term ? -1 : 1))
    let total = 0
    for (const { list } of lists) total += rarity(held.units, list.length)
    let left = settings.walk
    for (const { list } of lists) {
      const from = Math.max(0, list.length - left)
      left -= list.length - from
      if (from < list.length) this.addTerm(list, from, rarity(held.units, list.length) / total)
    }
    this.walked = settings.walk - left
  }

  private clear(): void {
    for (const ordinal of this.scored) this.scores[ordinal] = 0
    this.scored.length = 0
    if (this.scores.length >= this.held.end) return
    const size = Math.ceil(this.held.end * 1.25)
    this.scores = new Float64Array(size)
    this.heard = new Float64Array(size)
  }

  /** Adds what a term's postings from one on say of units. */
  private addTerm(list: readonly number[], from: number, weight: number): void {
    const { kernel } = this.settings
    const reach = kernel.length - 1
    const last = this.held.end - 1
    let begin = 0
    let end = -1
    for (let index = from; index < list.length; index++) {
      const posting = list[index] as number
      const unit = unitOf(posting)
      if (unit - reach > end) {
        this.saturate(begin, end, weight)
        begin = Math.max(0, unit - reach, end + 1)
      }
      end = Math.min(last, unit + reach)
      this.spread(unit, countOf(posting))
    }
    this.saturate(begin, end, weight)
  }

  /** Has a term's occurrences in a unit heard around it. */
  private spread(unit: number, count: number): void {
    const { heard } = this
    const { kernel, b } = this.settings
    const loud = count / (1 - b + (b * (this.held.lengthOf(unit) as number)) / this.held.meanLength)
    const reach = kernel.length - 1
    const end = Math.min(this.held.end - 1, unit + reach)
    for (let at = Math.max(0, unit - reach); at <= end; at++)
      (heard[at] as number) += loud * (kernel[Math.abs(at - unit)] as number)
  }

  /** Adds what was heard of a term in units from one to another, and forgets it. */
  private saturate(begin: number, end: number, weight: number): void {
    const { heard, scores, scored } = this
    const { k1 } = this.settings
    for (let at = begin; at <= end; at++) {
      const loud = heard[at] as number
      heard[at] = 0
      if (loud === 0 || this.held.lengthOf(at) === undefined) continue
      if (scores[at] === 0) scored.push(at)
      ;(scores[at] as number) += (weight * loud) / (k1 + loud)
    }
  }
}
