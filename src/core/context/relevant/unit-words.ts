import { Postings } from './postings.ts'

/** Value stored as the length of a missing unit. */
const absent = -1

/** Terms of each conversation unit: the distinct terms, and the number of all terms. */
export class UnitWords {
  readonly postings = new Postings()
  /** Number of units. */
  units = 0
  /** Highest ordinal plus one; 0 if there are no units. */
  end = 0

  /** Number of terms of all units, with repeats counted. */
  private terms = 0
  private characters = 0
  private readonly sizes: number[] = []
  private lengths = new Int32Array(16).fill(absent)
  /** Numbers that identify each unit's distinct terms. They are needed to remove the unit. */
  private readonly held: (Uint32Array | undefined)[] = []

  /** Whether a unit exists. */
  has(ordinal: number): boolean {
    return ordinal >= 0 && ordinal < this.end && this.lengths[ordinal] !== absent
  }

  /** Returns the number of terms of an existing unit, with repeats counted. */
  lengthOf(ordinal: number): number {
    return this.lengths[ordinal] as number
  }

  /** Returns the mean number of terms of a unit, at least 1. */
  get meanLength(): number {
    return Math.max(1, this.terms / Math.max(1, this.units))
  }

  /** Returns the mean length of a conversation unit, in UTF-16 code units. */
  get meanCharacters(): number {
    return this.characters / Math.max(1, this.units)
  }

  /** Sets the terms of a unit and its number of characters. */
  set(ordinal: number, terms: readonly string[], characters = 0): void {
    this.forgetTerms(ordinal)
    const counts = new Map<number, number>()
    for (const term of terms) {
      const number = this.postings.termNumberOf(term)
      counts.set(number, (counts.get(number) ?? 0) + 1)
    }
    for (const [number, count] of counts) this.postings.add(number, ordinal, count)
    this.reserve(ordinal + 1)
    // Missing units are filled in, because a list with holes would become a slow sparse array.
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

  /** Removes a unit, as if it had never been added. */
  delete(ordinal: number): void {
    this.forgetTerms(ordinal)
    while (this.end > 0 && this.lengths[this.end - 1] === absent) {
      this.held.pop()
      this.sizes.pop()
      this.end--
    }
  }

  private forgetTerms(ordinal: number): void {
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
