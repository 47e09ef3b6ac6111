/** Set of numbers to skip. Numbers are never removed. Consecutive numbers are skipped in one step. */
export class SkipList {
  private readonly next = new Map<number, number>()

  add(number: number): void {
    this.next.set(number, number + 1)
  }

  /** Returns the first number at or after `number` that is not skipped. */
  firstNotSkipped(number: number): number {
    let end = number
    for (let next = this.next.get(end); next !== undefined; next = this.next.get(end)) end = next
    // The path is shortened, so that later lookups go directly to the first number that is not skipped.
    for (let at = number; at < end; ) {
      const next = this.next.get(at) as number
      this.next.set(at, end)
      at = next
    }
    return end
  }
}
