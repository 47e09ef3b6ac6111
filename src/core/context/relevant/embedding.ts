import { Path } from '../../form/path.ts'
/** Vectors of the caller's embedding model, all of one length. They replace the word vectors. */
export interface Embedding {
  /** Vector of the query. */
  readonly query: Float32Array
  /** Returns the vector of a conversation unit; undefined if the unit has none. */
  of(ordinal: number): Float32Array | undefined
  /** Amount that the maximum likeness (similarity of vectors) adds to a score; 0.75 by default. */
  readonly weight?: number
}

/**
 * Returns the cosine similarity of a unit's vector and the query's vector; 0 if the unit has no vector or one of the
 * vectors is zero.
 */
export function cosine(embedding: Embedding, ordinal: number): number {
  const vector = embedding.of(ordinal)
  if (vector === undefined) return 0
  const { query } = embedding
  if (vector.length !== query.length)
    throw Path.named(`embedding.of(${ordinal})`).wrong(
      `has ${vector.length} numbers, and embedding.query ${query.length}`,
      { help: 'both must come from one model' },
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
