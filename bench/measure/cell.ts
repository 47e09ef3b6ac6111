/** Figure of one library at one size, or the reason for a missing one. */
export interface Cell {
  readonly name: string
  readonly size: number
  /** The median; null where it is neither measured nor predicted. */
  readonly ms: number | null
  /** Number of measured runs; 0 if the figure is predicted from smaller sizes. */
  readonly runs: number
}

/** All figures of one kind. */
export class Cells {
  readonly all: Cell[] = []

  add(cell: Cell): void {
    this.all.push(cell)
  }

  at(name: string, size: number): Cell | undefined {
    return this.all.find(cell => cell.name === name && cell.size === size)
  }

  /** Milliseconds, measured or predicted. */
  ms(name: string, size: number): number | null {
    return this.at(name, size)?.ms ?? null
  }

  /** Milliseconds for a size ten times the last: as the last grew, but no less than in proportion. */
  predict(name: string): number | null {
    const [before, last] = this.all.filter(cell => cell.name === name).slice(-2)
    if (!before?.ms) return null
    if (!last?.ms) return before.ms * 10
    return last.ms * Math.max(10, last.ms / before.ms)
  }
}
