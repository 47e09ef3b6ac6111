import { Heap } from './heap.ts'

/**
 * Queue of byte offsets by rank, then from left to right. Many offsets have the same rank, so the heap contains each
 * rank once, with a list of offsets for it.
 */
export class RankQueue {
  /** Rank of the offset that was taken last. */
  rank = -1
  private current: Places | undefined
  private readonly byRank = new Map<number, Places>()
  private readonly waiting = new Heap()

  add(rank: number, place: number): void {
    const known = this.byRank.get(rank)
    if (known) return known.add(place)
    const places = new Places()
    places.add(place)
    this.byRank.set(rank, places)
    this.waiting.push(rank)
  }

  /** Removes and returns the next offset; -1 if there is none. */
  take(): number {
    const rank = this.waiting.first
    if (rank < 0) return -1
    if (rank !== this.rank || !this.current) this.current = this.byRank.get(rank) as Places
    this.rank = rank
    const place = this.current.take()
    if (this.current.size === 0) {
      this.waiting.pop()
      this.byRank.delete(rank)
      this.current = undefined
    }
    return place
  }
}

/** Byte offsets of one rank. The offsets are nearly always added in order; otherwise they are sorted. */
class Places {
  private list: number[] = []
  private taken = 0
  private ordered = true

  get size(): number {
    return this.list.length - this.taken
  }

  add(place: number): void {
    if (this.size > 0 && place < (this.list.at(-1) as number)) this.ordered = false
    this.list.push(place)
  }

  take(): number {
    if (!this.ordered) {
      this.list = Array.from(Int32Array.from(this.list.slice(this.taken)).sort())
      this.taken = 0
      this.ordered = true
    }
    return this.list[this.taken++] as number
  }
}
