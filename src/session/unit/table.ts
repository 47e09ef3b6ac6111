/** Growing rows of whole numbers below 2^32, all zero to begin with: objects would cost ten times as much. */
export class Table {
  length = 0
  private readonly width: number
  private data: Uint32Array

  /** A table whose rows have this many fields. */
  constructor(width: number) {
    this.width = width
    this.data = new Uint32Array(16 * width)
  }

  /** Adds a row and returns its index. */
  add(): number {
    if (this.length * this.width === this.data.length) this.reserve(Math.ceil(this.length * 1.25))
    return this.length++
  }

  /** Makes room for so many rows. */
  reserve(rows: number): void {
    if (rows * this.width <= this.data.length) return
    const longer = new Uint32Array(rows * this.width)
    longer.set(this.data)
    this.data = longer
  }

  at(row: number, field: number): number {
    return this.data[row * this.width + field] as number
  }

  set(row: number, field: number, value: number): void {
    this.data[row * this.width + field] = value
  }

  /** Adds to a field. */
  up(row: number, field: number, by: number): void {
    ;(this.data[row * this.width + field] as number) += by
  }
}

/** A row's index as a field's value: 0 stands for no row. */
export const toLink = (row: number): number => row + 1

/** The index that a field's value stands for; -1 for no row. */
export const fromLink = (value: number): number => value - 1
