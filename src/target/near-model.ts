import type { TargetName } from '../ir/target-name.ts'
import { nearest } from '../text/nearest.ts'
import anthropic from './anthropic/models.json' with { type: 'json' }
import { bareModel } from './facts.ts'
import gemini from './gemini/models.json' with { type: 'json' }
import { vendorOf } from './infer.ts'
import openai from './openai/models.json' with { type: 'json' }

const ids = [anthropic, gemini, openai].flatMap(file => file.models.map(({ id }) => id))

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

const vendors: Partial<Record<TargetName, string>> = {
  anthropic: 'anthropic',
  gemini: 'google',
  openai: 'openai',
}

/** Whose API a target is, where the id says that the model is another vendor's; null where they agree. */
export function strangerTo(target: TargetName, model: string): string | null {
  const [own, vendor] = [vendors[target], vendorOf(model)]
  return own !== undefined && vendor !== null && vendor !== own ? vendor : null
}
