import type { Span } from '../ir/unit.ts'
import { Column, none } from './columns.ts'

/** Runs of parts as columns, in the order of the log: what each added to which unit. */
export class SpanRows {
  readonly unit = new Column()
  readonly seq = new Column()
  private readonly from = new Column()
  private readonly to = new Column()
  /** UTF-16 units of content. */
  readonly size = new Column()
  readonly calls = new Column()
  /** UTF-16 units of content in all earlier runs together, modulo 2^32. */
  readonly before = new Column()
  /** The unit's next run. */
  readonly next = new Column()
  private total = 0

  get length(): number {
    return this.seq.length
  }

  span(index: number): Span {
    return { seq: this.seq.at(index), from: this.from.at(index), to: this.to.at(index) }
  }

  /** Adds a run and returns its index. */
  add(unit: number, { seq, from, to }: Span, size: number): number {
    this.unit.push(unit)
    this.from.push(from)
    this.to.push(to)
    this.size.push(size)
    this.before.push(this.total)
    this.total += size
    this.calls.push(0)
    this.next.push(none)
    return this.seq.push(seq)
  }

  /** Takes one more part into the last run, if it is that unit's and the part behind it. */
  grow(index: number, seq: number, part: number, size: number): boolean {
    if (this.seq.at(index) !== seq || this.to.at(index) !== part) return false
    this.to.set(index, part + 1)
    this.size.add(index, size)
    this.total += size
    return true
  }

  /** The first run of an event from this one on; `length` where there is none. */
  firstOf(seq: number): number {
    let low = 0
    let high = this.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.seq.at(middle) < seq) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Tells what stands before a run from anything else that might: how many runs, and how much content. */
  markAt(index: number): string {
    return `${index}-${index < this.length ? this.before.at(index) : this.total >>> 0}`
  }
}
