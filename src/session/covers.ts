import type { Compaction } from './event.ts'
import { firstIndex } from './first-index.ts'

/** A run of units that a summary stands for. */
export interface Cover {
  /** Ordinal of the first. */
  readonly from: number
  /** One past the ordinal of the last. */
  readonly to: number
  /** Ordinal of the unit that holds the summary. */
  readonly by: number
}

/** A summary that is given a place. */
export interface Standing {
  /** Ordinal of the unit that holds the summary. */
  readonly by: number
  /** The events that it was made of. */
  readonly made: Compaction
  /** Ordinal of the unit in whose place it stands. */
  readonly place: number
  /** The units that it stands for, and no summary before it did. */
  readonly runs: readonly Omit<Cover, 'by'>[]
  /** Places of summaries that it stands for too. */
  readonly told: readonly number[]
}

/** Which units are told by summaries, and where these stand. Few runs, found in the logarithm of their number. */
export class Covers {
  /** Sorted; no two overlap. */
  private readonly runs: Cover[] = []
  /** The summary that stands in place of a unit. */
  private readonly standing = new Map<number, number>()
  /** Everything that was added, in order. */
  private readonly added: Standing[] = []
  private readonly compactions = new Map<number, Compaction>()

  /** The run that a unit is in. */
  runOf(ordinal: number): Cover | undefined {
    if (this.runs.length === 0) return undefined
    const run = this.runs[this.behind(ordinal) - 1]
    return run !== undefined && ordinal < run.to ? run : undefined
  }

  /** The runs that one summary was the first to stand for. */
  runsBy(summary: number): readonly Cover[] {
    return this.runs.filter(({ by }) => by === summary)
  }

  /** The unit whose words stand in the place of this one: a summary's, or its own. */
  sourceOf(ordinal: number): number {
    return this.standing.size === 0 ? ordinal : (this.standing.get(ordinal) ?? ordinal)
  }

  /** The events that the summary of a unit was made of; undefined for one that never stood for anything. */
  compactionOf(summary: number): Compaction | undefined {
    return this.compactions.get(summary)
  }

  /** Whether the summary of a unit stands somewhere. */
  stands(summary: number): boolean {
    return this.places().some(([, by]) => by === summary)
  }

  /** Where summaries stand, and the units that hold them; oldest place first. */
  places(): (readonly [place: number, by: number])[] {
    return [...this.standing].sort(([left], [right]) => left - right)
  }

  /** Goes up with every change. */
  changes = 0

  add(standing: Standing): void {
    this.changes++
    this.added.push(standing)
    const { by, made, place, runs, told } = standing
    for (const { from, to } of runs) this.runs.splice(this.behind(from), 0, { from, to, by })
    for (const old of told) this.standing.delete(old)
    this.standing.set(place, by)
    this.compactions.set(by, made)
  }

  /** Forgets the summaries from a unit on. */
  rewind(from: number): void {
    const left = this.added.filter(({ by }) => by < from)
    if (left.length === this.added.length) return
    this.changes++
    for (const known of [this.added, this.runs]) known.length = 0
    this.standing.clear()
    this.compactions.clear()
    for (const standing of left) this.add(standing)
  }

  /** Index of the first run that begins after a unit. */
  private behind(ordinal: number): number {
    return firstIndex(this.runs.length, index => (this.runs[index] as Cover).from > ordinal)
  }
}
