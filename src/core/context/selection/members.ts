import { firstIndex } from '../../text/list.ts'

/** Returns the last of some sorted units that is at or before `unit`; -1 if there is none. */
export const lastUpTo = (units: readonly number[], unit: number): number =>
  units[indexFrom(units, unit + 1) - 1] ?? -1

/** Returns the first of some sorted units that is at or after `unit`; Infinity if there is none. */
export const firstFrom = (units: readonly number[], unit: number): number =>
  units[indexFrom(units, unit)] ?? Number.POSITIVE_INFINITY

function indexFrom(units: readonly number[], unit: number): number {
  // Most searches are for units near the end of the list.
  if ((units.at(-1) ?? -1) < unit) return units.length
  return firstIndex(units.length, index => (units[index] as number) >= unit)
}

/** Set of units, sorted by ordinal. */
export class Members {
  private readonly list: number[] = []

  /** Adds a unit in sorted order. */
  add(unit: number): void {
    const last = this.list.at(-1)
    if (last === undefined || unit > last) this.list.push(unit)
    else {
      const index = indexFrom(this.list, unit)
      if (this.list[index] !== unit) this.list.splice(index, 0, unit)
    }
  }

  has(unit: number): boolean {
    return this.list[indexFrom(this.list, unit)] === unit
  }

  /** Returns the last member at or before a unit; -1 if there is none. */
  upTo(unit: number): number {
    return lastUpTo(this.list, unit)
  }

  /** Returns the first member at or after a unit; Infinity if there is none. */
  from(unit: number): number {
    return firstFrom(this.list, unit)
  }

  /** Whether a condition is true for any member; the newest members are checked first. */
  some(holds: (unit: number) => boolean): boolean {
    return this.list.findLast(holds) !== undefined
  }
}
