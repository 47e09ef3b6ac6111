/** Vectors of a caller's own model, all of one length, which take the place of the word vectors. */
export interface Embedding {
  /** The query's. */
  readonly query: Float32Array
  /** A unit's; undefined where there is none. */
  of(ordinal: number): Float32Array | undefined
  /** Score that full likeness adds; 0.75 when omitted. */
  readonly weight?: number
}

/** The cosine of a unit's vector and the query's; 0 where there is no vector, or one that has no direction. */
export function cosine(embedding: Embedding, ordinal: number): number {
  const vector = embedding.of(ordinal)
  if (vector === undefined) return 0
  const { query } = embedding
  if (vector.length !== query.length)
    throw new TypeError(
      `embedding.of(${ordinal}) has ${vector.length} numbers, and embedding.query ${query.length}: both must come from one model`,
    )
  let product = 0
  let left = 0
  let right = 0
  for (let at = 0; at < query.length; at++) {
    const a = vector[at] as number
    const b = query[at] as number
    product += a * b
    left += a * a
    right += b * b
  }
  const value = product / Math.sqrt(left * right)
  return Number.isFinite(value) ? value : 0
}
