import { nearest } from '../text/nearest.ts'
import { bareModel } from '../vendor/rows/bare-model.ts'
import ids from './model-ids.json' with { type: 'json' } // only ids: the tables load with their targets

/** Returns the sorted pieces of a model id, so that ids can be compared regardless of the pieces' order. */
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
  // Short ids are all similar to each other, so fewer edits are allowed for them.
  const apart = Math.min(mostApart, Math.floor(bare.length / 3))
  return (
    ids.find(id => sortedIdPieces(id) === sortedIdPieces(bare)) ??
    (apart > 0 ? nearest(bare, ids, apart) : null)
  )
}
