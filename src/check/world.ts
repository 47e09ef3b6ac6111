import { type Cell, covers, either, initial } from './cell.ts'
import { holds, union } from './sets.ts'

const none: ReadonlySet<string> = new Set()

/** One way in which the state may be at one point of a program. Never changed. */
export class World {
  /** Keys of which something is known. */
  readonly cells: ReadonlyMap<string, Cell>
  /** Names of the agents that may have spoken so far. */
  readonly spoken: ReadonlySet<string>
  /** Keys that were changed since the branch began that this is on. */
  readonly changed: ReadonlySet<string>
  private known: string | null = null

  constructor(
    cells: ReadonlyMap<string, Cell> = new Map(),
    spoken: ReadonlySet<string> = none,
    changed: ReadonlySet<string> = none,
  ) {
    this.cells = cells
    this.spoken = spoken
    this.changed = changed
  }

  get(key: string): Cell {
    return this.cells.get(key) ?? initial(key)
  }

  with(key: string, cell: Cell): World {
    return new World(new Map(this.cells).set(key, cell), this.spoken, union(this.changed, new Set([key])))
  }

  /** With a key as it was: what became of it meanwhile was nothing. */
  back(key: string, before: World): World {
    const changed = new Set(this.changed)
    if (!before.changed.has(key)) changed.delete(key)
    return new World(new Map(this.cells).set(key, before.get(key)), this.spoken, changed)
  }

  /** The same, where a branch begins. */
  begin(): World {
    return new World(this.cells, this.spoken)
  }

  /** The same, where a branch ends that began at a world. */
  end(before: World): World {
    return new World(this.cells, this.spoken, union(before.changed, this.changed))
  }

  says(...names: readonly string[]): World {
    return new World(this.cells, union(this.spoken, new Set(names)), this.changed)
  }

  /** Which keys are there: worlds with the same are one. */
  get signature(): string {
    this.known ??= [...this.cells]
      .filter(([key, { presence }]) => presence !== initial(key).presence)
      .map(([key, { presence }]) => `${presence[0]}${key}`)
      .sort()
      .join('\n')
    return this.known
  }

  /** What is known where it may be this world or the other. */
  or(other: World): World {
    const cells = new Map(this.cells)
    for (const key of other.cells.keys()) cells.set(key, either(this.get(key), other.get(key)))
    for (const key of this.cells.keys())
      if (!other.cells.has(key)) cells.set(key, either(this.get(key), other.get(key)))
    return new World(cells, union(this.spoken, other.spoken), union(this.changed, other.changed))
  }

  /** Whether it says all that the other says. */
  covers(other: World): boolean {
    const keys = new Set([...this.cells.keys(), ...other.cells.keys()])
    return holds(this.spoken, other.spoken) && [...keys].every(key => covers(this.get(key), other.get(key)))
  }
}
