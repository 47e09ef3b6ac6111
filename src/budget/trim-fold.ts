import type { Cover } from '../session/covers.ts'
import type { SpanRows } from '../session/span-rows.ts'
import type { UnitRows } from '../session/unit-rows.ts'
import type { Units } from '../session/units.ts'

/** What sizes are made of where nothing is read, in tokens. */
export interface Sizing {
  readonly perCharacter: number
  readonly message: number
  readonly call: number
}

/** Tokens that a run of parts may need, by its length alone. */
export const sizeOfSpan = (spans: SpanRows, index: number, { perCharacter, message, call }: Sizing): number =>
  spans.sizeOf(index) * perCharacter + message + spans.callsOf(index) * call

/**
 * Where the history begins, as a fold over the log with a high and a low water mark: whatever was appended and looked
 * at when, the same log gives the same place, and one more event costs one more step. It goes by lengths alone.
 */
export class TrimFold {
  /** Ordinal of the first unit that is kept. */
  start: number
  private readonly sizing: Sizing
  private readonly high: number
  private readonly low: number
  private readonly first: number
  private span = 0
  private newest: number
  /** Size of the units from `start` on. */
  private sum = 0
  /** Size of the user's messages that opened the turn in which `start` lies, as far as they stand before it. */
  private pinned = 0
  private inRun = false
  /** What was seen, and what was not. */
  private epoch = ''
  private readonly sizes: number[] = []

  /** A fold over the units from `first` on, for a limit of `high` tokens. */
  constructor(sizing: Sizing, high: number, low: number, first: number) {
    this.sizing = sizing
    this.high = high
    this.low = low
    this.first = first
    this.start = first
    this.newest = first
  }

  /** Folds the events that were not seen yet. */
  fold(units: Units): number {
    const { rows } = units
    const { spans } = rows
    // What is not seen any more may have moved the place on: without it the log is another one.
    if (units.epoch !== this.epoch) this.reset(units.epoch)
    while (this.span < spans.length) {
      const seq = spans.seqOf(this.span)
      for (; this.span < spans.length && spans.seqOf(this.span) === seq; this.span++)
        this.take(units, this.span)
      if (this.needed(rows) <= this.high) continue
      while (this.start < this.newest && this.isFull(rows)) this.drop(units)
    }
    return this.start
  }

  private reset(epoch: string): void {
    this.epoch = epoch
    this.start = this.first
    this.newest = this.first
    this.span = 0
    this.sum = 0
    this.pinned = 0
    this.inRun = false
    this.sizes.length = 0
  }

  private take(units: Units, index: number): void {
    const { rows } = units
    const unit = rows.spans.unitOf(index)
    const kind = rows.ownKindOf(unit)
    if (kind === 'summary') this.forget(rows.covers.runsBy(unit))
    if (unit < this.start || kind === 'orphan' || units.isUnseen(unit)) return
    const size = sizeOfSpan(rows.spans, index, this.sizing)
    this.sizes[unit - this.first] = (this.sizes[unit - this.first] ?? 0) + size
    this.sum += size
    this.newest = Math.max(this.newest, unit)
  }

  /** What a summary stands for from here on takes no room. */
  private forget(runs: readonly Cover[]): void {
    for (const { from, to } of runs)
      for (let unit = Math.max(from, this.start); unit < to; unit++) {
        this.sum -= this.sizes[unit - this.first] ?? 0
        this.sizes[unit - this.first] = 0
      }
  }

  /** Whether more has to go: down to the low mark, but a very long unit stays where there is room for it. */
  private isFull(rows: UnitRows): boolean {
    const needed = this.needed(rows)
    if (needed > this.high) return true
    const next = this.sizes[this.start - this.first] ?? 0
    return needed > this.low * this.high && next < (1 - this.low) * this.high
  }

  /** What the history needs that begins at `start`. */
  private needed(rows: UnitRows): number {
    const opens = rows.ownKindOf(this.start) === 'user' && !this.inRun
    return this.sum + (opens ? 0 : this.pinned)
  }

  private drop(units: Units): void {
    const size = this.sizes[this.start - this.first] ?? 0
    const kind = units.rows.ownKindOf(this.start)
    if (kind !== 'orphan' && !units.isUnseen(this.start)) {
      if (kind === 'user') this.pinned = (this.inRun ? this.pinned : 0) + size
      this.inRun = kind === 'user'
    }
    this.sum -= size
    this.start++
  }
}
