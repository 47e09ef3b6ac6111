import { Postings } from './postings.ts'

/** The length of a unit that is not there. */
const absent = -1

/** Terms of units: which, how often, and how many in all. A unit that is not there has no length. */
export class UnitWords {
  readonly postings = new Postings()
  /** Number of units. */
  units = 0
  /** Highest ordinal plus one; 0 without units. */
  end = 0

  /** Terms of all units, with repetitions. */
  private terms = 0
  private characters = 0
  private readonly sizes: number[] = []
  private lengths = new Int32Array(16).fill(absent)
  /** The numbers of each unit's distinct terms: what must be forgotten when it is set again. */
  private readonly held: (Uint32Array | undefined)[] = []

  /** Whether there is such a unit. */
  has(ordinal: number): boolean {
    return ordinal >= 0 && ordinal < this.end && this.lengths[ordinal] !== absent
  }

  /** Terms of a unit that is there, with repetitions. */
  lengthOf(ordinal: number): number {
    return this.lengths[ordinal] as number
  }

  /** The mean length of a unit, at least 1. */
  get meanLength(): number {
    return Math.max(1, this.terms / Math.max(1, this.units))
  }

  /** The mean size of a unit, in UTF-16 units. */
  get meanCharacters(): number {
    return this.characters / Math.max(1, this.units)
  }

  /** Sets what a unit holds, of so many characters in all. */
  set(ordinal: number, terms: readonly string[], characters = 0): void {
    this.forget(ordinal)
    const counts = new Map<number, number>()
    for (const term of terms) {
      const number = this.postings.numberOf(term)
      counts.set(number, (counts.get(number) ?? 0) + 1)
    }
    for (const [number, count] of counts) this.postings.add(number, ordinal, count)
    this.reserve(ordinal + 1)
    // Holes would make a slow array of it.
    while (this.end <= ordinal) {
      this.sizes.push(0)
      this.held[this.end++] = undefined
    }
    this.sizes[ordinal] = characters
    this.characters += characters
    this.lengths[ordinal] = terms.length
    this.held[ordinal] = Uint32Array.from(counts.keys())
    this.terms += terms.length
    this.units++
  }

  /** Takes a unit out, as if it had never been there. */
  delete(ordinal: number): void {
    this.forget(ordinal)
    while (this.end > 0 && this.lengths[this.end - 1] === absent) {
      this.held.pop()
      this.sizes.pop()
      this.end--
    }
  }

  private forget(ordinal: number): void {
    if (!this.has(ordinal)) return
    for (const number of this.held[ordinal] as Uint32Array) this.postings.remove(number, ordinal)
    this.terms -= this.lengthOf(ordinal)
    this.characters -= this.sizes[ordinal] as number
    this.units--
    this.lengths[ordinal] = absent
    this.held[ordinal] = undefined
  }

  private reserve(units: number): void {
    if (units <= this.lengths.length) return
    const longer = new Int32Array(Math.ceil(units * 1.25)).fill(absent)
    longer.set(this.lengths)
    this.lengths = longer
  }
}
