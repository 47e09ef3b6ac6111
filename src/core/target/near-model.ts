import { nearest } from '../text/nearest.ts'
import { bareModel } from '../vendor/rows/bare-model.ts'
import ids from './model-ids.json' with { type: 'json' } // the ids alone: the tables load with their targets

/** Returns the pieces of an id in sorted order, so that only their contents count. */
const piecesOf = (id: string): string =>
  id
    .split(/[^a-z0-9]+/)
    .sort()
    .join()

/** Largest number of edits at which an id still counts as a typo of another. */
const mostApart = 2

/** Returns the known model that an unknown id was probably meant to be; null if there is none. */
export function nearModel(model: string): string | null {
  const bare = bareModel(model)
  if (ids.includes(bare)) return null
  // Short ids are all close to each other, so fewer edits count.
  const apart = Math.min(mostApart, Math.floor(bare.length / 3))
  return ids.find(id => piecesOf(id) === piecesOf(bare)) ?? (apart > 0 ? nearest(bare, ids, apart) : null)
}
