import type { Span } from '../../ir/unit.ts'
import { firstIndex } from '../../text/first-index.ts'
import { hashNumber } from '../../text/hash.ts'
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

/** A run without content takes so much of the log's content. */
const perRun = 16

/** Runs of parts as rows of numbers, in the order of the log: what each added to which unit. */
export class SpanTable {
  private readonly rows = new Table(9)
  /** A hash of everything so far: how much each run holds, of which kind, and which calls. */
  private hash = 0
  /** Amount of content that all runs hold. */
  private content = 0

  get length(): number {
    return this.rows.length
  }

  /** Makes room for so many more runs. */
  reserve(runs: number): void {
    this.rows.reserve(this.length + runs)
  }

  /** Ordinal of the unit that a run belongs to. */
  unitOf(index: number): number {
    return this.rows.at(index, unit)
  }

  /** The seq of its event. */
  seqOf(index: number): number {
    return this.rows.at(index, seq)
  }

  /** UTF-16 units of content. */
  sizeOf(index: number): number {
    return this.rows.at(index, size)
  }

  /** Returns the number of calls in a run. */
  callsOf(index: number): number {
    return this.rows.at(index, calls)
  }

  /** The unit's next run; -1 where there is none. */
  nextOf(index: number): number {
    return fromLink(this.rows.at(index, next))
  }

  span(index: number): Span {
    return { seq: this.seqOf(index), from: this.rows.at(index, from), to: this.rows.at(index, to) }
  }

  /** Adds a run and returns its index. */
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
    this.mix(content)
    return row
  }

  /** Content of all the runs before this one, in UTF-16 units, each run with something for itself. */
  placeOf(index: number): number {
    return this.rows.at(index, place)
  }

  /** Takes one more part into the last run, if it is the part behind it. */
  grow(index: number, atSeq: number, part: number, content: number): boolean {
    const { rows } = this
    if (rows.at(index, seq) !== atSeq || rows.at(index, to) !== part) return false
    rows.set(index, to, part + 1)
    rows.up(index, size, content)
    this.content += content
    this.mix(content)
    return true
  }

  addCall(index: number): void {
    this.rows.up(index, calls, 1)
  }

  link(index: number, following: number): void {
    this.rows.set(index, next, toLink(following))
  }

  /** The first run of an event from this one on; `length` where there is none. */
  firstOf(event: number): number {
    return firstIndex(this.length, index => this.seqOf(index) >= event)
  }

  /** Adds a value to the hash that distinguishes what was added so far from anything like it. */
  mix(value: number): void {
    this.hash = hashNumber(this.hash, value)
  }

  /** Tells what stands before a run from anything else that might: how many runs, and a hash of what they hold. */
  markAt(index: number): string {
    return `${index}-${index < this.length ? this.rows.at(index, before) : this.hash >>> 0}`
  }
}
