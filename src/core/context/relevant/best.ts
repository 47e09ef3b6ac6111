/** Conversation unit with a score for how well it answers the query. */
export interface Ranked {
  /** Ordinal of the unit. */
  readonly ordinal: number
  /**
   * Score relative to the other units. By words, the best match has 1; then likeness (similarity of vectors), author
   * and age raise or lower the score.
   */
  readonly score: number
}

/** Compares two units for sorting: higher score first, then newer unit first. */
const byScore = (left: Ranked, right: Ranked): number =>
  right.score - left.score || right.ordinal - left.ordinal

/**
 * Collector of the best conversation units, at most `size` of them. Rejecting a unit costs one comparison; keeping one
 * costs one insertion into a heap.
 */
export class Best {
  /** Heap with the worst unit on top. */
  private readonly heap: Ranked[] = []
  private readonly size: number
  /** Score above which a unit is kept. */
  private least: number

  constructor(size: number) {
    this.size = size
    this.least = size > 0 ? 0 : Number.POSITIVE_INFINITY
  }

  /** @param accepts - Whether the unit may be returned. It is called only for a unit that would be kept. */
  offerUnit(ordinal: number, score: number, accepts?: (ordinal: number) => boolean): void {
    if (score < this.least) return
    const { heap } = this
    if (score === this.least && heap.length === this.size && ordinal < (heap[0] as Ranked).ordinal) return
    if (accepts !== undefined && !accepts(ordinal)) return
    const shown = { ordinal, score }
    if (heap.length < this.size) {
      heap.push(shown)
      this.moveUp(heap.length - 1)
    } else if (byScore(shown, heap[0] as Ranked) < 0) {
      heap[0] = shown
      this.moveDown()
    }
    if (heap.length === this.size) this.least = (heap[0] as Ranked).score
  }

  /** Returns the kept units, best first. */
  sorted(): Ranked[] {
    return this.heap.toSorted(byScore)
  }

  private moveUp(from: number): void {
    const { heap } = this
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1
      if (byScore(heap[at] as Ranked, heap[parent] as Ranked) <= 0) return
      this.swap(at, parent)
      at = parent
    }
  }

  private moveDown(): void {
    const { heap } = this
    for (let at = 0; ; ) {
      let worst = at
      for (const child of [at * 2 + 1, at * 2 + 2])
        if (child < heap.length && byScore(heap[child] as Ranked, heap[worst] as Ranked) > 0) worst = child
      if (worst === at) return
      this.swap(at, worst)
      at = worst
    }
  }

  private swap(left: number, right: number): void {
    const { heap } = this
    ;[heap[left], heap[right]] = [heap[right] as Ranked, heap[left] as Ranked]
  }
}
