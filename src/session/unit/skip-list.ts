/** Numbers that are passed over for good: those in a row are passed over at once. */
export class SkipList {
  private readonly next = new Map<number, number>()

  add(number: number): void {
    this.next.set(number, number + 1)
  }

  /** The first from this one on that is not passed over. */
  from(number: number): number {
    let end = number
    for (let next = this.next.get(end); next !== undefined; next = this.next.get(end)) end = next
    // Whoever comes this way again goes straight there.
    for (let at = number; at < end; ) {
      const next = this.next.get(at) as number
      this.next.set(at, end)
      at = next
    }
    return end
  }
}
