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
  /** The unit's next run. */
  readonly next = new Column()

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
    this.calls.push(0)
    this.next.push(none)
    return this.seq.push(seq)
  }

  /** Takes one more part into a run, if it is the part behind it. */
  grow(index: number, seq: number, part: number): boolean {
    if (this.seq.at(index) !== seq || this.to.at(index) !== part) return false
    this.to.set(index, part + 1)
    return true
  }
}
