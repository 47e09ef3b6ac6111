import { PersistentMap } from '../text/persistent-map.ts'
import { PersistentSet } from '../text/persistent-set.ts'
import { type Cell, covers, either, initial } from './cell.ts'
import { holds } from './sets.ts'

const none = PersistentSet.of()

/** One way in which the state may be at one point of a program. Never changed. */
export class World {
  /** Keys of which something is known. */
  readonly cells: PersistentMap<Cell>
  /** Names of the agents that may have spoken so far. */
  readonly spoken: PersistentSet
  /** Keys that were changed since the branch began that this is on. */
  readonly changed: PersistentSet
  private known: string | null = null

  constructor(
    cells: PersistentMap<Cell> = PersistentMap.of(),
    spoken: PersistentSet = none,
    changed: PersistentSet = none,
  ) {
    this.cells = cells
    this.spoken = spoken
    this.changed = changed
  }

  get(key: string): Cell {
    return this.cells.get(key) ?? initial(key)
  }

  with(key: string, cell: Cell): World {
    return new World(this.cells.set(key, cell), this.spoken, this.changed.with([key]))
  }

  /** With a key as it was: what became of it meanwhile was nothing. */
  back(key: string, before: World): World {
    const changed = before.changed.has(key) ? this.changed : this.changed.without([key])
    return new World(this.cells.set(key, before.get(key)), this.spoken, changed)
  }

  /** The same, where a branch begins. */
  begin(): World {
    return new World(this.cells, this.spoken)
  }

  /** The same, where a branch ends that began at a world. */
  end(before: World): World {
    return new World(this.cells, this.spoken, before.changed.with(this.changed))
  }

  says(names: Iterable<string>): World {
    return new World(this.cells, this.spoken.with(names), this.changed)
  }

  /** Presence of every key, as a text: worlds with the same signature are merged. */
  get signature(): string {
    this.known ??= [...this.cells]
      .filter(([key, { presence }]) => presence !== initial(key).presence)
      .map(([key, { presence }]) => `${presence[0]}${key}`)
      .sort()
      .join('\n')
    return this.known
  }

  /** Merges two worlds of which either may be the actual one. */
  or(other: World): World {
    const cells = this.cells.merge(other.cells, (left, right, key) =>
      either(left ?? initial(key), right ?? initial(key)),
    )
    return new World(cells, this.spoken.with(other.spoken), this.changed.with(other.changed))
  }

  /** Whether it says all that the other says. */
  covers(other: World): boolean {
    const keys = new Set([...this.cells.keys(), ...other.cells.keys()])
    return holds(this.spoken, other.spoken) && [...keys].every(key => covers(this.get(key), other.get(key)))
  }
}
