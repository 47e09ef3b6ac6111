import type { World } from './world.ts'

/** The ways in which the state may be, no two with the same keys; none where a point is never come to. */
export type Worlds = readonly World[]

/** More ways are made one, in which keys are there or not. */
const mostWorlds = 64

/** All these ways, those that have the same keys as one. */
export function join(...all: readonly Worlds[]): Worlds {
  const merged = new Map<string, World>()
  for (const world of all.flat()) {
    const known = merged.get(world.signature)
    merged.set(world.signature, known === undefined || known === world ? world : known.or(world))
  }
  const worlds = [...merged.values()]
  return worlds.length > mostWorlds ? [worlds.reduce((left, right) => left.or(right))] : worlds
}

/** What comes of each way. */
export const each = (worlds: Worlds, change: (world: World) => World): Worlds => join(worlds.map(change))

/** Whether ways say all that others say. */
export const coversAll = (worlds: Worlds, others: Worlds): boolean =>
  others.every(other => worlds.some(world => world.covers(other)))
