import { dimensions, unitLength, type WordVectors } from './word-vectors.ts'

/**
 * Maximum value of a component in a stored direction. Components are integers, so sums do not depend on the order of
 * addition.
 */
const largest = 127

/** Meanings of conversation units, as directions. The mean of all units is subtracted before two units are compared. */
export class Meanings {
  private readonly vectors: WordVectors
  /** One row of components per ordinal. The components are all zero if none of the unit's words has a vector. */
  private rows = new Int8Array(16 * dimensions)
  private readonly sums = new Float64Array(dimensions)
  private known = 0

  constructor(vectors: WordVectors) {
    this.vectors = vectors
  }

  /** Sets the meaning of a unit from its words. An earlier meaning of the unit is replaced. */
  set(ordinal: number, words: readonly string[]): void {
    this.reserve(ordinal + 1)
    const row = this.rowOf(ordinal)
    this.addToSums(row, -1)
    const direction = this.vectors.meanDirection(words)
    if (direction === undefined) row.fill(0)
    else for (let at = 0; at < dimensions; at++) row[at] = Math.round((direction[at] as number) * largest)
    this.addToSums(row, 1)
  }

  /**
   * Returns a function that compares a unit with these words, from -1 to 1; undefined if none of the words has a
   * vector.
   */
  likenessTo(words: readonly string[]): ((ordinal: number) => number) | undefined {
    // The query's vector is multiplied by the scale of the rows, so that the rows need not be scaled.
    const mean = this.sums.map(sum => sum / Math.max(1, this.known))
    const query = this.vectors.meanDirection(words)
    const wanted = query && unitLength(query.map((value, at) => value * largest - (mean[at] as number)))
    if (wanted === undefined) return undefined
    const less = dotProduct(mean, wanted)
    const meanSquare = dotProduct(mean, mean)
    return ordinal => {
      const { rows } = this
      const start = ordinal * dimensions
      let product = -less
      let square = 0
      let common = 0
      for (let at = 0; at < dimensions; at++) {
        const value = rows[start + at] as number
        product += value * (wanted[at] as number)
        common += value * (mean[at] as number)
        square += value * value
      }
      const left = square - 2 * common + meanSquare
      return square === 0 || left <= 0 ? 0 : product / Math.sqrt(left)
    }
  }

  private rowOf(ordinal: number): Int8Array {
    return this.rows.subarray(ordinal * dimensions, (ordinal + 1) * dimensions)
  }

  /** Adds a row to the sums from which the mean is computed, or subtracts it. */
  private addToSums(row: Int8Array, sign: 1 | -1): void {
    if (!row.some(value => value !== 0)) return
    this.known += sign
    for (let at = 0; at < dimensions; at++) (this.sums[at] as number) += sign * (row[at] as number)
  }

  private reserve(units: number): void {
    if (units * dimensions <= this.rows.length) return
    const longer = new Int8Array(Math.ceil(units * 1.25) * dimensions)
    longer.set(this.rows)
    this.rows = longer
  }
}

function dotProduct(left: Float64Array, right: Float64Array): number {
  let sum = 0
  for (let at = 0; at < left.length; at++) sum += (left[at] as number) * (right[at] as number)
  return sum
}
