import type { Compaction } from '../../ir/event.ts'
import { firstIndex } from '../../text/list.ts'

/** A run of units that summaries replace. */
export interface Cover {
  /** Ordinal of the first unit. */
  readonly from: number
  /** One past the ordinal of the last unit. */
  readonly to: number
}

/** A summary and its place. */
export interface PlacedSummary {
  /** Ordinal of the unit that holds the summary. */
  readonly by: number
  /** The events that it summarizes. */
  readonly made: Compaction
  /** Ordinal of the unit that it replaces in the order. */
  readonly place: number
  /** Units that it replaces and no earlier summary did. */
  readonly runs: readonly Cover[]
  /** Places of earlier summaries that it replaces. */
  readonly told: readonly number[]
}

/** Units that summaries replace, and the places of these summaries. Few runs, found in logarithmic time. */
export class Covers {
  /** Counter of changes. */
  changes = 0
  /** Sorted runs without overlap. Runs that touch are merged unless a summary is placed between them. */
  private readonly runs: Cover[] = []
  /** The unit whose summary is shown in a place, by place. */
  private readonly standing = new Map<number, number>()
  /** Place of each summary, by the unit that holds it. */
  private readonly placesBy = new Map<number, number>()
  /** All added summaries, by their unit, in order. */
  private readonly added = new Map<number, PlacedSummary>()
  /** Last result of `placesOf`, with the number of changes and units that it was made for. */
  private known = { changes: -1, length: 0, places: [] as readonly number[] }

  /** Returns the run that contains a unit. */
  runOf(ordinal: number): Cover | undefined {
    if (this.runs.length === 0) return undefined
    const run = this.runs[this.behind(ordinal) - 1]
    return run !== undefined && ordinal < run.to ? run : undefined
  }

  /** Returns the runs that a summary was the first to replace. */
  runsBy(summary: number): readonly Cover[] {
    return this.added.get(summary)?.runs ?? []
  }

  /** Returns the unit shown in the place of a unit: one with a summary, or the unit itself. */
  sourceOf(ordinal: number): number {
    return this.standing.size === 0 ? ordinal : (this.standing.get(ordinal) ?? ordinal)
  }

  /** Returns the events that a unit summarizes; undefined if its summary was never placed. */
  compactionOf(summary: number): Compaction | undefined {
    return this.added.get(summary)?.made
  }

  /** Returns the place of the summary in a unit; undefined if it is shown nowhere. */
  placeOf(summary: number): number | undefined {
    return this.placesBy.get(summary)
  }

  /** Returns the current places of some units, oldest first: each unit's own, or the place of its summary. */
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

  /** Returns the places of summaries and the units that hold them, oldest place first. */
  places(): (readonly [place: number, by: number])[] {
    return [...this.standing].sort(([left], [right]) => left - right)
  }

  add(standing: PlacedSummary): void {
    this.changes++
    const { by, place, runs, told } = standing
    this.added.set(by, standing)
    // The new summary replaces the place of the old one too, so that code that skips one run skips all of it.
    const replaced = told.map(old => this.standing.get(old) as number)
    for (const old of told) this.standing.delete(old)
    for (const summary of replaced) this.placesBy.delete(summary)
    this.standing.set(place, by)
    this.placesBy.set(by, place)
    for (const run of [...runs, ...replaced.map(from => ({ from, to: from + 1 }))]) {
      this.runs.splice(this.behind(run.from), 0, run)
      this.joinAt(run.to)
      this.joinAt(run.from)
    }
    for (const old of told) this.joinAt(old)
  }

  /** Forgets the summaries of a unit and all later ones. */
  rewind(from: number): void {
    const left = [...this.added.values()].filter(({ by }) => by < from)
    if (left.length === this.added.size) return
    this.changes++
    this.runs.length = 0
    for (const known of [this.standing, this.placesBy, this.added]) known.clear()
    for (const standing of left) this.add(standing)
  }

  /** Merges the run that begins at a unit with the run that ends there, unless a summary is placed there. */
  private joinAt(ordinal: number): void {
    const index = this.behind(ordinal) - 1
    const [before, run] = [this.runs[index - 1], this.runs[index]]
    if (run?.from !== ordinal || before?.to !== ordinal || this.standing.has(ordinal)) return
    this.runs.splice(index - 1, 2, { from: before.from, to: run.to })
  }

  /** Index of the first run that begins after a unit. */
  private behind(ordinal: number): number {
    return firstIndex(this.runs.length, index => (this.runs[index] as Cover).from > ordinal)
  }
}
