import { nearest } from '../text/nearest.ts'
import { bareModel } from './facts.ts'
import ids from './model-ids.json' with { type: 'json' } // the ids alone: the tables load with their targets

/** The pieces of an id, in whatever order they were written. */
const piecesOf = (id: string): string =>
  id
    .split(/[^a-z0-9]+/)
    .sort()
    .join()

/** More signs than these apart, an id is another and no slip of the pen. */
const mostApart = 2

/** The known model that an unknown id was probably meant to be; null for none. */
export function nearModel(model: string): string | null {
  const bare = bareModel(model)
  if (ids.includes(bare)) return null
  // Every short id is near to another.
  const apart = Math.min(mostApart, Math.floor(bare.length / 3))
  return ids.find(id => piecesOf(id) === piecesOf(bare)) ?? (apart > 0 ? nearest(bare, ids, apart) : null)
}
