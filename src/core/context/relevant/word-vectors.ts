/** Number of components of a word's vector. */
export const dimensions = 100

/** Bytes of a row: one for the scale, and one signed byte for each dimension. */
const rowBytes = dimensions + 1
const scalesPerUnit = 20
const largest = 127

/**
 * Word frequency at which a weight is halved (Arora, Liang and Ma 2017, "A simple but tough-to-beat baseline", 10^-3).
 */
const smoothing = 1e-3

/** Vectors of frequent English words. Words with similar use have similar vectors. */
export class WordVectors {
  private readonly rows = new Map<string, number>()
  private readonly view: DataView

  /**
   * @param bytes - Four bytes for the length of the word list, then the words in UTF-8 separated by line ends, the most
   * frequent first, then a row for each word.
   */
  constructor(bytes: Uint8Array) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const end = 4 + view.getUint32(0, true)
    for (const [row, word] of new TextDecoder().decode(bytes.subarray(4, end)).split('\n').entries())
      this.rows.set(word, row)
    this.view = new DataView(bytes.buffer, bytes.byteOffset + end, this.rows.size * rowBytes)
  }

  /**
   * Returns the mean direction of some words, as a vector of length 1. Frequent words count less. Returns undefined if
   * none of the words has a vector.
   */
  meanDirection(words: readonly string[]): Float64Array | undefined {
    const sum = new Float64Array(dimensions)
    for (const word of words) {
      const row = this.rows.get(word)
      if (row !== undefined) this.addWordVector(sum, row)
    }
    return unitLength(sum)
  }

  private addWordVector(sum: Float64Array, row: number): void {
    const start = row * rowBytes
    const scale = this.view.getUint8(start) / scalesPerUnit / largest
    const weight = scale * this.weightOf(row)
    for (let at = 0; at < dimensions; at++) (sum[at] as number) += weight * this.view.getInt8(start + 1 + at)
  }

  /**
   * Returns the weight of a row's word. Rows are sorted by frequency. By Zipf's law, the n-th word makes up 1 / (n ln
   * N) of all words.
   */
  private weightOf(row: number): number {
    const frequency = 1 / ((row + 1) * Math.log(this.rows.size))
    return smoothing / (smoothing + frequency)
  }
}

/** Scales a vector to length 1, in place. Returns undefined for a vector of length 0. */
export function unitLength<Vector extends Float64Array>(vector: Vector): Vector | undefined {
  let square = 0
  for (const value of vector) square += value * value
  if (!(square > 0)) return undefined
  const length = Math.sqrt(square)
  for (let at = 0; at < vector.length; at++) (vector[at] as number) /= length
  return vector
}
