import { firstIndex } from '../../session/first-index.ts'

/** Ordinals of units, in order. */
export class Members {
  private readonly list: number[] = []

  /** How many there are. */
  get size(): number {
    return this.list.length
  }

  /** Takes a unit in, wherever it belongs. */
  add(unit: number): void {
    const last = this.list.at(-1)
    if (last === undefined || unit > last) this.list.push(unit)
    else {
      const index = this.indexFrom(unit)
      if (this.list[index] !== unit) this.list.splice(index, 0, unit)
    }
  }

  has(unit: number): boolean {
    return this.list[this.indexFrom(unit)] === unit
  }

  /** The last one up to a unit; -1 where there is none. */
  upTo(unit: number): number {
    return this.list[this.indexFrom(unit + 1) - 1] ?? -1
  }

  /** The first one from a unit on; Infinity where there is none. */
  from(unit: number): number {
    return this.list[this.indexFrom(unit)] ?? Number.POSITIVE_INFINITY
  }

  /** How many stand before a unit. */
  before(unit: number): number {
    return this.indexFrom(unit)
  }

  /** Those from a unit on. */
  since(unit: number): readonly number[] {
    return this.list.slice(this.indexFrom(unit))
  }

  private indexFrom(unit: number): number {
    const { list } = this
    // Most are asked for near the end.
    if ((list.at(-1) ?? -1) < unit) return list.length
    return firstIndex(list.length, index => (list[index] as number) >= unit)
  }
}
