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

/** How far a fold came. */
interface Progress {
  /** Ordinal of the first unit that is kept. */
  start: number
  /** The last unit that has parts. */
  newest: number
  /** The next run of parts to be folded. */
  span: number
  /** Size of the units from `start` on. */
  sum: number
  /** Size of the user's messages that opened the turn in which `start` lies, as far as they stand before it. */
  pinned: number
  /** Whether the unit before `start` is one of those. */
  inRun: boolean
}

const begun = (first: number): Progress => ({
  start: first,
  newest: first,
  span: 0,
  sum: 0,
  pinned: 0,
  inRun: false,
})

/**
 * Where the history begins, as a fold over the log with a high and a low water mark: whatever was appended and looked
 * at when, the same log gives the same place, and one more event costs one more step. It goes by lengths alone.
 */
export class TrimFold {
  private readonly sizing: Sizing
  private readonly high: number
  private readonly low: number
  private readonly first: number
  private at: Progress
  /** What was seen, and what was not. */
  private epoch = ''
  private readonly sizes: number[] = []
  /** Where only the current turn is shown: where it begins, and what the fold was before it. */
  private turn = 0
  private before: Progress
  /** Sizes that units before the turn had then, of those that have others since. */
  private readonly replaced = new Map<number, number>()

  /** A fold over the units from `first` on, for a limit of `high` tokens. */
  constructor(sizing: Sizing, high: number, low: number, first: number) {
    this.sizing = sizing
    this.high = high
    this.low = low
    this.first = first
    this.at = begun(first)
    this.before = this.at
  }

  /** Ordinal of the first unit that is kept. */
  get start(): number {
    return this.at.start
  }

  /** Folds the events that were not seen yet. */
  fold(units: Units): number {
    const { spans } = units.rows
    // What is not seen any more may have moved the place on: without it the log is another one.
    if (units.epoch !== this.epoch) this.reset(units.epoch)
    const { slide } = units
    if (slide !== null && slide !== this.turn) this.move(units, slide)
    this.foldTo(units, spans.length)
    return this.at.start
  }

  private reset(epoch: string): void {
    this.epoch = epoch
    this.at = begun(this.first)
    this.before = { ...this.at }
    this.turn = 0
    this.sizes.length = 0
    this.replaced.clear()
  }

  /** Another turn is the current one: what the last one was is folded anew, as far as it is still seen. */
  private move(units: Units, turn: number): void {
    const { rows } = units
    this.at = { ...this.before }
    this.sizes.length = Math.min(this.sizes.length, Math.max(0, this.turn - this.first))
    for (const [unit, size] of this.replaced) this.sizes[unit - this.first] = size
    this.replaced.clear()
    // Units before this one gain nothing on the way to it that is not put back the next time.
    this.turn = turn
    this.foldTo(units, rows.spans.firstOf(rows.seqOf(turn)))
    this.before = { ...this.at }
    this.replaced.clear()
  }

  private foldTo(units: Units, end: number): void {
    const { at } = this
    const { rows } = units
    const { spans } = rows
    while (at.span < end) {
      const seq = spans.seqOf(at.span)
      for (; at.span < spans.length && spans.seqOf(at.span) === seq; at.span++) this.take(units, at.span)
      if (this.needed(rows) <= this.high) continue
      while (at.start < at.newest && this.isFull(rows)) this.drop(units)
    }
  }

  private take(units: Units, index: number): void {
    const { at } = this
    const { rows } = units
    const unit = rows.spans.unitOf(index)
    const kind = rows.ownKindOf(unit)
    if (kind === 'summary') this.forget(rows.covers.runsBy(unit))
    if (unit < at.start || kind === 'orphan' || !units.hears(unit)) return
    const size = sizeOfSpan(rows.spans, index, this.sizing)
    this.resize(unit, this.sizeOf(unit) + size)
    at.newest = Math.max(at.newest, unit)
  }

  /** What a summary stands for from here on takes no room. */
  private forget(runs: readonly Cover[]): void {
    for (const { from, to } of runs)
      for (let unit = Math.max(from, this.start); unit < to; unit++) this.resize(unit, 0)
  }

  private sizeOf(unit: number): number {
    return this.sizes[unit - this.first] ?? 0
  }

  private resize(unit: number, size: number): void {
    const known = this.sizeOf(unit)
    if (unit < this.turn && !this.replaced.has(unit)) this.replaced.set(unit, known)
    this.sizes[unit - this.first] = size
    this.at.sum += size - known
  }

  /** Whether more has to go: down to the low mark, but a very long unit stays where there is room for it. */
  private isFull(rows: UnitRows): boolean {
    const needed = this.needed(rows)
    if (needed > this.high) return true
    const next = this.sizeOf(this.start)
    return needed > this.low * this.high && next < (1 - this.low) * this.high
  }

  /** What the history needs that begins at `start`. */
  private needed(rows: UnitRows): number {
    const { start, sum, pinned, inRun } = this.at
    const opens = rows.ownKindOf(start) === 'user' && !inRun
    return sum + (opens ? 0 : pinned)
  }

  private drop(units: Units): void {
    const { at } = this
    const size = this.sizeOf(at.start)
    const kind = units.rows.ownKindOf(at.start)
    if (kind !== 'user') at.inRun &&= kind === 'orphan' || units.rows.isRewound(at.start)
    else if (units.hears(at.start)) {
      at.pinned = (at.inRun ? at.pinned : 0) + size
      at.inRun = true
    }
    at.sum -= size
    at.start++
  }
}
