import type { Embedding } from '../../context/relevant/embedding.ts'
import type { Wants } from '../../ir/wants.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { SearchIndex } from './search-index.ts'

/** Inputs for comparing a query with conversation units by embeddings. */
export interface Comparing {
  readonly wants: Wants
  readonly recall: SearchIndex
  readonly session: SessionView
  /** Origin of the declaration that requests the search. */
  readonly origin: string
  /** Whether a unit may be found by this search. Other units are not embedded. */
  readonly accepts: (unit: number) => boolean
  /**
   * Whether this search may later find a unit that it may not find now, because the beginning of the history moves on
   * and the unit is then no longer shown.
   */
  readonly acceptsLater: (unit: number) => boolean
  /** Maximum number of units for which one compile requests embeddings. */
  readonly atMost: number
}

/**
 * Returns embeddings of a query and of conversation units; null if the query has none, so that only words are compared.
 * Embeddings in the session are reused. Up to half of the limit, new embeddings are requested for the best matches by
 * words, then for the newest units. So in the end every unit of a growing session has an embedding. Embeddings of the
 * other units, and of units that are still shown, are requested for later compiles, up to the same limit.
 */
export function requestEmbeddings(query: string, comparing: Comparing): Embedding | null {
  const { wants, recall, session, origin, accepts, acceptsLater, atMost } = comparing
  const wanted = wants.embed(query, origin)
  if (wanted === null && !wants.isNew(query)) return null
  const { rows } = session.units
  const vectors = new Map<number, Float32Array>()
  const seen = new Set<number>()
  let left = atMost
  let leftLater = atMost
  const embedForLater = (unit: number): void => {
    if (leftLater === 0) return
    const text = recall.textOf(session, unit)
    if (!wants.isNew(text)) return
    leftLater--
    wants.embedLater(text)
  }
  const embedNow = (unit: number): void => {
    if (seen.has(unit)) return
    if (!accepts(unit)) {
      if (leftLater > 0 && acceptsLater(unit)) embedForLater(unit)
      return
    }
    const text = recall.textOf(session, unit)
    if (wants.isNew(text)) {
      if (left === 0) return embedForLater(unit)
      left--
    }
    seen.add(unit)
    const vector = wants.embed(text, `e:${rows.seqOf(unit)}`)
    if (vector !== null) vectors.set(unit, vector)
  }
  for (const unit of recall.rank(query, { most: Math.ceil(atMost / 2), accepts })) embedNow(unit)
  for (let unit = rows.length - 1; unit >= 0; unit--) embedNow(unit)
  return wanted === null ? null : { query: wanted, of: unit => vectors.get(unit) }
}
