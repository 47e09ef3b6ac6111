const scale = 0x1_0000_0000

/** Pairs by rank, then by place: each is one number, so that comparing is one step. */
export class Heap {
  size = 0
  /** Rank and place of the pair that was popped last. */
  rank = -1
  place = -1
  private readonly keys: Float64Array

  constructor(capacity: number) {
    this.keys = new Float64Array(capacity)
  }

  /** Adds a pair without order; `order` must follow. */
  add(rank: number, place: number): void {
    this.keys[this.size++] = rank * scale + place
  }

  order(): void {
    for (let at = (this.size >> 1) - 1; at >= 0; at--) this.sink(at)
  }

  push(rank: number, place: number): void {
    const { keys } = this
    const key = rank * scale + place
    let at = this.size++
    while (at > 0) {
      const parent = (at - 1) >> 1
      if ((keys[parent] as number) <= key) break
      keys[at] = keys[parent] as number
      at = parent
    }
    keys[at] = key
  }

  /** Takes the first pair out: its rank and place can be read then. */
  pop(): void {
    const { keys } = this
    const key = keys[0] as number
    this.rank = Math.floor(key / scale)
    this.place = key - this.rank * scale
    keys[0] = keys[--this.size] as number
    this.sink(0)
  }

  private sink(from: number): void {
    const { keys, size } = this
    const key = keys[from] as number
    let at = from
    for (let child = at * 2 + 1; child < size; child = at * 2 + 1) {
      if (child + 1 < size && (keys[child + 1] as number) < (keys[child] as number)) child++
      if (key <= (keys[child] as number)) break
      keys[at] = keys[child] as number
      at = child
    }
    keys[at] = key
  }
}
