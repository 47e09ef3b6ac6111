import { PersistentMap } from '../../core/text/persistent-map.ts'
import { PersistentSet } from '../../core/text/persistent-set.ts'
import { type Cell, covers, initial, mergeCells } from './cell.ts'
import { holds } from './sets.ts'

const none = PersistentSet.of()

/** One possible state at one point of a program. Immutable. */
export class World {
  /** Known facts about keys. */
  readonly cells: PersistentMap<Cell>
  /** Names of the agents that may have spoken so far. */
  readonly spoken: PersistentSet
  /** Keys that changed since the current branch began. */
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

  /** Returns this world with one key reset to an earlier world's value. */
  withKeyReset(key: string, before: World): World {
    const changed = before.changed.has(key) ? this.changed : this.changed.without([key])
    return new World(this.cells.set(key, before.get(key)), this.spoken, changed)
  }

  /** Returns this world as the start of a branch. */
  begin(): World {
    return new World(this.cells, this.spoken)
  }

  /** Returns this world as the end of a branch, with the keys that changed before the branch began. */
  end(before: World): World {
    return new World(this.cells, this.spoken, before.changed.with(this.changed))
  }

  says(names: Iterable<string>): World {
    return new World(this.cells, this.spoken.with(names), this.changed)
  }

  /** Text with the presence of every key: worlds with the same signature are merged. */
  get signature(): string {
    this.known ??= [...this.cells]
      .filter(([key, { presence }]) => presence !== initial(key).presence)
      .map(([key, { presence }]) => `${presence[0]}${key}`)
      .sort()
      .join('\n')
    return this.known
  }

  /** Merges two worlds, either of which may be the actual one. */
  mergeWith(other: World): World {
    const cells = this.cells.merge(other.cells, (left, right, key) =>
      mergeCells(left ?? initial(key), right ?? initial(key)),
    )
    return new World(cells, this.spoken.with(other.spoken), this.changed.with(other.changed))
  }

  /** Whether this world includes everything that another allows. */
  covers(other: World): boolean {
    const keys = new Set([...this.cells.keys(), ...other.cells.keys()])
    return holds(this.spoken, other.spoken) && [...keys].every(key => covers(this.get(key), other.get(key)))
  }
}
