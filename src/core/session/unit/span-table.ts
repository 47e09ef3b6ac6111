import type { Span } from '../../ir/unit.ts'
import { hashNumber } from '../../text/hash.ts'
import { firstIndex } from '../../text/list.ts'
import { fromLink, Table, toLink } from './table.ts'

const unit = 0
const seq = 1
const from = 2
const to = 3
const size = 4
const calls = 5
const before = 6
const next = 7
const place = 8

/**
 * Fixed amount that is added to the content length of each run (parts of one event in one unit), so that empty runs
 * count too.
 */
const perRun = 16

/**
 * Runs of parts, stored as rows of numbers in log order. A run consists of the parts that one event added to one
 * conversation unit.
 */
export class SpanTable {
  private readonly rows = new Table(9)
  /** Hash over all runs of parts so far: the size, kind and calls of each run. */
  private hash = 0
  /**
   * Table of the original session, if this table is of the session with protected values replaced. Each run of parts
   * uses the mark (identifier) of the original run.
   */
  private original: SpanTable | null = null
  /** Length of the content of all runs of parts so far in UTF-16 units, with `perRun` added for each run. */
  private content = 0
  /** Index of the run of parts to which the parts of a moved run belong now, by the index of the moved run. */
  private readonly movedTo = new Map<number, number>()
  /** Seq of the event whose parts were moved to another run of parts, by the index of the other run. */
  private readonly movedFrom = new Map<number, number>()

  get length(): number {
    return this.rows.length
  }

  /** Reserves memory for more runs of parts. */
  reserve(runs: number): void {
    this.rows.reserve(this.length + runs)
  }

  /** Returns the ordinal of the unit to which a run of parts belongs. */
  unitOf(index: number): number {
    return this.rows.at(index, unit)
  }

  /** Returns the seq of the event that contains a run of parts. */
  seqOf(index: number): number {
    return this.movedFrom.get(index) ?? this.rows.at(index, seq)
  }

  /**
   * Returns the seq of the event that added a run of parts. If the run's parts moved, this is the seq of the call's
   * event. In the order of the runs, the result never decreases.
   */
  addedAt(index: number): number {
    return this.rows.at(index, seq)
  }

  /** Returns the ordinal of the unit that contains the first parts of an event. */
  unitAt(event: number): number {
    return this.unitOf(this.runAfterMove(this.firstRunFrom(event)))
  }

  /** Returns the ordinal of the unit that contains a part; null if no unit does. */
  unitWith({ seq: event, part }: { readonly seq: number; readonly part: number }): number | null {
    for (let run = this.firstRunFrom(event); run < this.length && this.addedAt(run) === event; run++) {
      const index = this.runAfterMove(run)
      const { seq: at, from: first, to: end } = this.spanAtIndex(index)
      if (at === event && part >= first && part < end) return this.unitOf(index)
    }
    return null
  }

  /** Returns the run of parts that now contains the parts that an earlier run had. */
  private runAfterMove(run: number): number {
    let index = run
    for (let to = this.movedTo.get(index); to !== undefined; to = this.movedTo.get(index)) index = to
    return index
  }

  /** Returns the length of the content of a run of parts, in UTF-16 units. */
  sizeOf(index: number): number {
    return this.rows.at(index, size)
  }

  /** Returns the number of calls in a run of parts. */
  callsOf(index: number): number {
    return this.rows.at(index, calls)
  }

  /** Returns the index of the unit's next run of parts; -1 if there is none. */
  nextOf(index: number): number {
    return fromLink(this.rows.at(index, next))
  }

  spanAtIndex(index: number): Span {
    return { seq: this.seqOf(index), from: this.rows.at(index, from), to: this.rows.at(index, to) }
  }

  /** Adds a run of parts and returns its index. */
  add(ofUnit: number, atSeq: number, first: number, end: number, content: number): number {
    const { rows } = this
    const row = rows.add()
    rows.set(row, unit, ofUnit)
    rows.set(row, seq, atSeq)
    rows.set(row, from, first)
    rows.set(row, to, end)
    rows.set(row, size, content)
    rows.set(row, before, this.hash)
    rows.set(row, place, this.content)
    this.content += content + perRun
    this.mixIntoHash(content)
    return row
  }

  /**
   * Returns the length of the content of all earlier runs of parts in UTF-16 units, with `perRun` added for each run.
   */
  contentBeforeRun(index: number): number {
    return this.rows.at(index, place)
  }

  /** Adds a part to the last run of parts if it comes directly after the run's parts. Returns whether it was added. */
  extendLastRun(index: number, atSeq: number, part: number, content: number): boolean {
    const { rows } = this
    if (this.seqOf(index) !== atSeq || rows.at(index, to) !== part) return false
    rows.set(index, to, part + 1)
    rows.increaseField(index, size, content)
    this.content += content
    this.mixIntoHash(content)
    return true
  }

  addCall(index: number): void {
    this.rows.increaseField(index, calls, 1)
  }

  linkNextRun(index: number, following: number): void {
    this.rows.set(index, next, toLink(following))
  }

  /** Whether the parts of a run moved to this run from an earlier one. */
  hasMovedHere(index: number): boolean {
    return this.movedFrom.size > 0 && this.movedFrom.has(index) && !this.movedTo.has(index)
  }

  /** Whether the parts of this run moved to a later run. */
  hasMoved(index: number): boolean {
    return this.movedTo.size > 0 && this.movedTo.has(index)
  }

  /** Moves the parts of a run to a later run of parts. The earlier run is then empty. */
  move(index: number, later: number): void {
    const { rows } = this
    this.movedFrom.set(later, this.seqOf(index))
    this.movedTo.set(index, later)
    rows.set(index, to, rows.at(index, from))
    rows.set(index, size, 0)
  }

  /** Returns the first run of parts that this event or a later event added; `length` if there is none. */
  firstRunFrom(event: number): number {
    return firstIndex(this.length, index => this.addedAt(index) >= event)
  }

  /** Includes a value in the hash over all runs of parts so far. */
  mixIntoHash(value: number): void {
    this.hash = hashNumber(this.hash, value)
  }

  /**
   * Returns an identifier of everything before a run of parts: the number of earlier runs and a hash of their content.
   */
  markAt(index: number): string {
    if (this.original !== null) return this.original.markAt(index)
    return `${index}-${index < this.length ? this.rows.at(index, before) : this.hash >>> 0}`
  }

  /**
   * Uses the marks (identifiers) of the original session's runs for the runs of this table, in the same order. So a run
   * keeps its mark even if protection changes its text.
   */
  useMarksOf(original: SpanTable): void {
    this.original = original
  }
}
