/** Min-heap of numbers. */
export class Heap {
  private readonly keys: number[] = []

  /** Smallest number; -1 if the heap is empty. */
  get first(): number {
    return this.keys[0] ?? -1
  }

  push(key: number): void {
    const { keys } = this
    let at = keys.length
    for (keys.push(key); at > 0; ) {
      const parent = (at - 1) >> 1
      if ((keys[parent] as number) <= key) break
      keys[at] = keys[parent] as number
      at = parent
    }
    keys[at] = key
  }

  /** Removes the smallest number. */
  pop(): void {
    const { keys } = this
    const key = keys.pop()
    if (key === undefined || keys.length === 0) return
    let at = 0
    for (let child = 1; child < keys.length; child = at * 2 + 1) {
      if (child + 1 < keys.length && (keys[child + 1] as number) < (keys[child] as number)) child++
      if (key <= (keys[child] as number)) break
      keys[at] = keys[child] as number
      at = child
    }
    keys[at] = key
  }
}
