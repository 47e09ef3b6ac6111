import { Postings } from './postings.ts'

/** What units hold: which terms, how often, and how many in all. A unit that is not there has no length. */
export class UnitWords {
  readonly postings = new Postings()
  /** How many units there are. */
  units = 0
  /** How far the ordinals go, and one more. */
  end = 0

  /** Terms of all units, with repetitions. */
  private terms = 0
  private readonly lengths: (number | undefined)[] = []
  /** The numbers of each unit's distinct terms: what must be forgotten when it is set again. */
  private readonly held: (Uint32Array | undefined)[] = []

  /** Terms of a unit, with repetitions; undefined for one that is not there. */
  lengthOf(ordinal: number): number | undefined {
    return this.lengths[ordinal]
  }

  /** The mean length of a unit, at least 1. */
  get meanLength(): number {
    return Math.max(1, this.terms / Math.max(1, this.units))
  }

  set(ordinal: number, terms: readonly string[]): void {
    this.forget(ordinal)
    const counts = new Map<number, number>()
    for (const term of terms) {
      const number = this.postings.numberOf(term)
      counts.set(number, (counts.get(number) ?? 0) + 1)
    }
    for (const [number, count] of counts) this.postings.add(number, ordinal, count)
    // Holes would make slow arrays of them.
    while (this.end <= ordinal) {
      this.lengths[this.end] = undefined
      this.held[this.end++] = undefined
    }
    this.lengths[ordinal] = terms.length
    this.held[ordinal] = Uint32Array.from(counts.keys())
    this.terms += terms.length
    this.units++
  }

  /** Takes a unit out, as if it had never been there. */
  delete(ordinal: number): void {
    this.forget(ordinal)
    if (ordinal >= this.end) return
    this.lengths[ordinal] = undefined
    this.held[ordinal] = undefined
    while (this.end > 0 && this.lengths[this.end - 1] === undefined) {
      this.lengths.pop()
      this.held.pop()
      this.end--
    }
  }

  private forget(ordinal: number): void {
    const length = this.lengths[ordinal]
    if (length === undefined) return
    for (const number of this.held[ordinal] as Uint32Array) this.postings.remove(number, ordinal)
    this.terms -= length
    this.units--
  }
}
