/** Growing table of unsigned 32-bit integers, initially zero. Objects would need ten times the memory. */
export class Table {
  length = 0
  private readonly width: number
  private data: Uint32Array

  /** Creates a table whose rows have `width` fields. */
  constructor(width: number) {
    this.width = width
    this.data = new Uint32Array(16 * width)
  }

  /** Adds a row and returns its index. */
  add(): number {
    if (this.length * this.width === this.data.length) this.reserve(Math.ceil(this.length * 1.25))
    return this.length++
  }

  /** Reserves memory for a number of rows. */
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

  /** Increases a field by an amount. */
  increaseField(row: number, field: number, by: number): void {
    ;(this.data[row * this.width + field] as number) += by
  }
}

/** Returns a row's index in the form that fields store. In this form, 0 means no row. */
export const toLink = (row: number): number => row + 1

/** Returns the row index that a field stores; -1 means no row. */
export const fromLink = (value: number): number => value - 1
