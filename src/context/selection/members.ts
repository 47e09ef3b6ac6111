import { firstIndex } from '../../text/first-index.ts'

/** The last of some units, in order, up to one; -1 where there is none. */
export const lastUpTo = (units: readonly number[], unit: number): number =>
  units[indexFrom(units, unit + 1) - 1] ?? -1

/** The first of some units, in order, from one on; Infinity where there is none. */
export const firstFrom = (units: readonly number[], unit: number): number =>
  units[indexFrom(units, unit)] ?? Number.POSITIVE_INFINITY

function indexFrom(units: readonly number[], unit: number): number {
  // Most are asked for near the end.
  if ((units.at(-1) ?? -1) < unit) return units.length
  return firstIndex(units.length, index => (units[index] as number) >= unit)
}

/** Ordinals of units, in order. */
export class Members {
  private readonly list: number[] = []

  /** Takes a unit in, wherever it belongs. */
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

  /** The last one up to a unit; -1 where there is none. */
  upTo(unit: number): number {
    return lastUpTo(this.list, unit)
  }

  /** The first one from a unit on; Infinity where there is none. */
  from(unit: number): number {
    return firstFrom(this.list, unit)
  }

  /** Whether something holds for any of them; the newest are asked first. */
  some(holds: (unit: number) => boolean): boolean {
    return this.list.findLast(holds) !== undefined
  }
}
