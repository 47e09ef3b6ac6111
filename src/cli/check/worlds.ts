import { assumeKeySet, type Cell, mergeCells, writtenCell } from './cell.ts'
import type { World } from './world.ts'
import type { Write } from './write.ts'

/** Possible states at one point of a program, each with different keys set; empty if no path reaches the point. */
export type Worlds = readonly World[]

/** Maximum number of possible states. If there are more, all are merged into one, in which a key may be set or not. */
const mostWorlds = 64

/** Joins lists of possible states, and merges states in which the same keys are set. */
export const joinWorlds = (...all: readonly Worlds[]): Worlds => joinWorldLists(all)

/** Joins a list of lists of possible states. So many separate arguments could exceed the engine's limit. */
export function joinWorldLists(all: readonly Worlds[]): Worlds {
  const given = all.flat()
  if (given.length < 2) return given
  const merged = new Map<string, World>()
  for (const world of given) {
    const known = merged.get(world.signature)
    merged.set(world.signature, known === undefined || known === world ? world : known.mergeWith(world))
  }
  const worlds = [...merged.values()]
  return worlds.length > mostWorlds ? mergeAllWorlds(worlds) : worlds
}

/** Merges all possible states into one. */
export const mergeAllWorlds = (worlds: Worlds): Worlds =>
  worlds.length === 0 ? [] : [worlds.reduce((left, right) => left.mergeWith(right))]

/** Applies a change to each possible state, and joins the results. */
export const changeEachWorld = (worlds: Worlds, change: (world: World) => World): Worlds =>
  joinWorlds(worlds.map(change))

/** Returns the possible states if each of these writes may or may not have happened, in any order. */
export function worldsAfterPossibleWrites(writes: readonly Write[], before: Worlds): Worlds {
  const cells = new Map<string, Cell>()
  for (const write of writes) {
    const known = cells.get(write.key)
    cells.set(write.key, known === undefined ? writtenCell(write) : mergeCells(known, writtenCell(write)))
  }
  const open = [...cells.keys()].filter(key => before.some(world => world.get(key).presence !== 'there'))
  const all = before.length * 2 ** open.length
  return [...cells].reduce(
    (worlds, [key, cell]) =>
      all > mostWorlds
        ? worlds.map(world => world.withCell(key, mergeCells(world.get(key), cell)))
        : joinWorlds(
            worlds,
            worlds.map(world => world.withCell(key, cell)),
          ),
    all > mostWorlds ? mergeAllWorlds(before) : before,
  )
}

/** Returns the possible states in which a key is set. */
export const worldsWithKey = (worlds: Worlds, key: string): Worlds =>
  worlds
    .filter(world => world.get(key).presence !== 'absent')
    .map(world =>
      world.get(key).presence === 'there' ? world : world.withCell(key, assumeKeySet(world.get(key))),
    )

/** Whether a list of possible states allows everything that another list allows. */
export const coversAll = (worlds: Worlds, others: Worlds): boolean =>
  others.every(other => worlds.some(world => world.covers(other)))
