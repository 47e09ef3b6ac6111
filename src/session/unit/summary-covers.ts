import type { Compaction } from '../../ir/event.ts'
import { firstIndex } from '../../text/first-index.ts'

/** A run of units that summaries stand for. */
export interface Cover {
  /** Ordinal of the first. */
  readonly from: number
  /** One past the ordinal of the last. */
  readonly to: number
}

/** A summary that is given a place. */
export interface PlacedSummary {
  /** Ordinal of the unit that holds the summary. */
  readonly by: number
  /** The events that it was made of. */
  readonly made: Compaction
  /** Ordinal of the unit in whose place it stands. */
  readonly place: number
  /** The units that it stands for, and no summary before it did. */
  readonly runs: readonly Cover[]
  /** Places of summaries that it stands for too. */
  readonly told: readonly number[]
}

/** Units that summaries replace, and the places of these summaries. Few runs, found in logarithmic time. */
export class Covers {
  /** Goes up with every change. */
  changes = 0
  /** Sorted; no two overlap, and none that touch are two unless a summary stands between. */
  private readonly runs: Cover[] = []
  /** The summary that stands in place of a unit. */
  private readonly standing = new Map<number, number>()
  /** The same the other way round. */
  private readonly placesBy = new Map<number, number>()
  /** Everything that was added, by the summary, in order. */
  private readonly added = new Map<number, PlacedSummary>()
  /** Last result of `placesOf`, and the state and number of units that it was made for. */
  private known = { changes: -1, length: 0, places: [] as readonly number[] }

  /** The run that a unit is in. */
  runOf(ordinal: number): Cover | undefined {
    if (this.runs.length === 0) return undefined
    const run = this.runs[this.behind(ordinal) - 1]
    return run !== undefined && ordinal < run.to ? run : undefined
  }

  /** The runs that one summary was the first to stand for. */
  runsBy(summary: number): readonly Cover[] {
    return this.added.get(summary)?.runs ?? []
  }

  /** The unit whose words stand in the place of this one: a summary's, or its own. */
  sourceOf(ordinal: number): number {
    return this.standing.size === 0 ? ordinal : (this.standing.get(ordinal) ?? ordinal)
  }

  /** The events that the summary of a unit was made of; undefined for one that never stood for anything. */
  compactionOf(summary: number): Compaction | undefined {
    return this.added.get(summary)?.made
  }

  /** The place in which the summary of a unit stands; undefined where it stands nowhere. */
  placeOf(summary: number): number | undefined {
    return this.placesBy.get(summary)
  }

  /** Returns the places of some units, oldest first: each unit's own, and for a summary its place now. */
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
    // The next summary replaces the place of the old one too: code that skips one run skips all of it.
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

  /** Forgets the summaries from a unit on. */
  rewind(from: number): void {
    const left = [...this.added.values()].filter(({ by }) => by < from)
    if (left.length === this.added.size) return
    this.changes++
    this.runs.length = 0
    for (const known of [this.standing, this.placesBy, this.added]) known.clear()
    for (const standing of left) this.add(standing)
  }

  /** Makes the run that begins at a unit one with the run that ends there, unless a summary stands there. */
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
