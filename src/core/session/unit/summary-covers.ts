import type { Compaction } from '../../ir/event.ts'
import { firstIndex } from '../../text/list.ts'

/** Range of units that summaries replace. */
export interface Cover {
  /** Ordinal of the first unit. */
  readonly from: number
  /** Ordinal after that of the last unit. */
  readonly to: number
}

/** Summary, and the position at which it is shown. */
export interface PlacedSummary {
  /** Ordinal of the unit that contains the summary. */
  readonly by: number
  /** Events that the summary replaces. */
  readonly made: Compaction
  /** Ordinal of the unit at whose position the summary is shown. */
  readonly place: number
  /** Conversation units that this summary replaces and that no earlier summary had replaced. */
  readonly runs: readonly Cover[]
  /** Positions of the earlier summaries that this summary replaces. */
  readonly told: readonly number[]
}

/**
 * Conversation units that summaries replace, and the positions of the summaries. There are few runs (ranges of adjacent
 * units), and lookups take logarithmic time.
 */
export class Covers {
  /** Number of changes that were made so far. */
  changes = 0
  /**
   * Sorted ranges of adjacent replaced units (runs), without overlap. Adjacent ranges are merged, unless a summary is
   * shown between them.
   */
  private readonly runs: Cover[] = []
  /** Unit that contains the summary shown at a position, by position. */
  private readonly standing = new Map<number, number>()
  /** Position of each summary, by the unit that contains it. */
  private readonly placesBy = new Map<number, number>()
  /** All added summaries in order, by the unit that contains the summary. */
  private readonly added = new Map<number, PlacedSummary>()
  /** Last result of `placesOf`, with the number of changes and the number of units at that time. */
  private known = { changes: -1, length: 0, places: [] as readonly number[] }

  /** Returns the run (range of adjacent replaced units) that contains a unit. */
  runOf(ordinal: number): Cover | undefined {
    if (this.runs.length === 0) return undefined
    const run = this.runs[this.indexOfRunAfter(ordinal) - 1]
    return run !== undefined && ordinal < run.to ? run : undefined
  }

  /** Returns the ranges of units that a summary replaced first. */
  runsFirstReplacedBy(summary: number): readonly Cover[] {
    return this.added.get(summary)?.runs ?? []
  }

  /**
   * Returns the unit shown at a unit's position: the unit that contains the summary shown there, or the unit itself.
   */
  unitShownAt(ordinal: number): number {
    return this.standing.size === 0 ? ordinal : (this.standing.get(ordinal) ?? ordinal)
  }

  /** Returns the events that the summary in a unit replaces; undefined if the summary was never placed. */
  compactionOf(summary: number): Compaction | undefined {
    return this.added.get(summary)?.made
  }

  /** Returns the position of the summary in a unit; undefined if the summary is not shown. */
  placeOf(summary: number): number | undefined {
    return this.placesBy.get(summary)
  }

  /**
   * Returns the current positions of some units, oldest first. The position of a replaced unit is that of its summary.
   */
  placesOf(ordinals: readonly number[]): readonly number[] {
    if (this.placesBy.size === 0 || ordinals.length === 0) return ordinals
    const { known } = this
    if (known.changes !== this.changes || known.length !== ordinals.length) {
      const places = ordinals.map(ordinal => this.placesBy.get(ordinal) ?? ordinal)
      places.sort((left, right) => left - right)
      this.known = { changes: this.changes, length: ordinals.length, places }
    }
    return this.known.places
  }

  /** Returns the positions of summaries, each with the unit that contains the summary, oldest position first. */
  places(): (readonly [place: number, by: number])[] {
    return [...this.standing].sort(([left], [right]) => left - right)
  }

  add(standing: PlacedSummary): void {
    this.changes++
    const { by, place, runs, told } = standing
    this.added.set(by, standing)
    // Code that skips a run of replaced units must also skip the position of the old summary. So the new summary's runs
    // include this position.
    const replaced = told.map(old => this.standing.get(old) as number)
    for (const old of told) this.standing.delete(old)
    for (const summary of replaced) this.placesBy.delete(summary)
    this.standing.set(place, by)
    this.placesBy.set(by, place)
    for (const run of [...runs, ...replaced.map(from => ({ from, to: from + 1 }))]) {
      this.runs.splice(this.indexOfRunAfter(run.from), 0, run)
      this.mergeRunsAt(run.to)
      this.mergeRunsAt(run.from)
    }
    for (const old of told) this.mergeRunsAt(old)
  }

  /** Removes the summaries in a unit and in all later units. */
  rewind(from: number): void {
    const left = [...this.added.values()].filter(({ by }) => by < from)
    if (left.length === this.added.size) return
    this.changes++
    this.runs.length = 0
    for (const known of [this.standing, this.placesBy, this.added]) known.clear()
    for (const standing of left) this.add(standing)
  }

  /** Merges two adjacent ranges of replaced units that meet at a unit, unless a summary is shown there. */
  private mergeRunsAt(ordinal: number): void {
    const index = this.indexOfRunAfter(ordinal) - 1
    const [before, run] = [this.runs[index - 1], this.runs[index]]
    if (run?.from !== ordinal || before?.to !== ordinal || this.standing.has(ordinal)) return
    this.runs.splice(index - 1, 2, { from: before.from, to: run.to })
  }

  /** Returns the index of the first range of replaced units that begins after a unit. */
  private indexOfRunAfter(ordinal: number): number {
    return firstIndex(this.runs.length, index => (this.runs[index] as Cover).from > ordinal)
  }
}
