import { nearest } from '../text/nearest.ts'
import { bareModel } from '../vendor/rows/bare-model.ts'
import ids from './model-ids.json' with { type: 'json' } // Only ids: each target loads its own table.

/**
 * Returns the pieces of a model id in sorted order. Two ids with the same pieces in another order have equal results.
 */
const sortedIdPieces = (id: string): string =>
  id
    .split(/[^a-z0-9]+/)
    .sort()
    .join()

/** Maximum number of edits at which a model id counts as a typo of another id. */
const mostApart = 2

/** Returns the known model that an unknown model id probably means; null if there is none. */
export function nearModel(model: string): string | null {
  const bare = bareModel(model)
  if (ids.includes(bare)) return null
  // Two short ids always differ by few edits, so the maximum is lower for short ids.
  const apart = Math.min(mostApart, Math.floor(bare.length / 3))
  return (
    ids.find(id => sortedIdPieces(id) === sortedIdPieces(bare)) ??
    (apart > 0 ? nearest(bare, ids, apart) : null)
  )
}
