import { PersistentMap } from '../../core/text/persistent-map.ts'
import { PersistentSet } from '../../core/text/persistent-set.ts'
import { type Cell, covers, initial, mergeCells } from './cell.ts'
import { containsAll } from './sets.ts'

const none = PersistentSet.of()

/** One possible state (world) at one point of a program. Immutable. */
export class World {
  /** Knowledge about each key: whether it is set, and by which writes. */
  readonly cells: PersistentMap<Cell>
  /** Names of the agents that may have spoken so far. */
  readonly spoken: PersistentSet
  /** Keys that changed since the current parallel branch began. */
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

  withCell(key: string, cell: Cell): World {
    return new World(this.cells.set(key, cell), this.spoken, this.changed.with([key]))
  }

  /** Returns this possible state, but with one key as in an earlier state. */
  withKeyReset(key: string, before: World): World {
    const changed = before.changed.has(key) ? this.changed : this.changed.without([key])
    return new World(this.cells.set(key, before.get(key)), this.spoken, changed)
  }

  /** Returns this possible state as the start of a parallel branch. */
  beginBranch(): World {
    return new World(this.cells, this.spoken)
  }

  /**
   * Returns this possible state as the end of a parallel branch. Its changed keys include those that were changed
   * before the branch began.
   */
  endBranch(before: World): World {
    return new World(this.cells, this.spoken, before.changed.with(this.changed))
  }

  withSpeakers(names: Iterable<string>): World {
    return new World(this.cells, this.spoken.with(names), this.changed)
  }

  /** Text that lists which keys are set. Possible states with equal signatures are merged. */
  get signature(): string {
    this.known ??= [...this.cells]
      .filter(([key, { presence }]) => presence !== initial(key).presence)
      .map(([key, { presence }]) => `${presence[0]}${key}`)
      .sort()
      .join('\n')
    return this.known
  }

  /** Merges this possible state with another; either of the two may be the actual one. */
  mergeWith(other: World): World {
    const cells = this.cells.merge(other.cells, (left, right, key) =>
      mergeCells(left ?? initial(key), right ?? initial(key)),
    )
    return new World(cells, this.spoken.with(other.spoken), this.changed.with(other.changed))
  }

  /** Whether this possible state allows everything that another state allows. */
  covers(other: World): boolean {
    const keys = new Set([...this.cells.keys(), ...other.cells.keys()])
    return (
      containsAll(this.spoken, other.spoken) && [...keys].every(key => covers(this.get(key), other.get(key)))
    )
  }
}
