import type { Compaction, EventRange } from '../../ir/event.ts'
import { firstIndex } from '../../text/first-index.ts'
import { merged } from './merge-ranges.ts'
import type { OpeningRun } from './opening-run.ts'
import type { SkipList } from './skip-list.ts'
import type { PlacedSummary } from './summary-covers.ts'
import type { Units } from './units.ts'

/** Whether one of some ranges in order holds all of another. */
function holds(ranges: readonly EventRange[], { from, to }: EventRange): boolean {
  const range = ranges[firstIndex(ranges.length, index => (ranges[index] as EventRange).to > from)]
  return range !== undefined && range.from <= from && to <= range.to
}

/** State kept from one summary to the next, so that no unit is checked again and again. */
export interface Looks {
  readonly run: OpeningRun
  /** Units that no summary ever stands for: critical ones, and those that hold summaries. */
  readonly never: SkipList
}

/** A summary that stands for nothing, where it was said. */
export const inPlace = (by: number, made: Compaction): PlacedSummary => ({
  by,
  made,
  place: by,
  runs: [],
  told: [],
})

/** Whether a summary says all that an earlier one says, which is never so of one that must stay. */
function tellsSummary({ rows }: Units, covers: readonly EventRange[], summary: number): boolean {
  const made = rows.covers.compactionOf(summary)
  return made !== undefined && !rows.isCritical(summary) && made.covers.every(range => holds(covers, range))
}

/** Whether a unit lies whole in some events, is shown, and gains nothing any more. */
function isFree(units: Units, covers: readonly EventRange[], unit: number): boolean {
  if (units.isHidden(unit) || units.isGrowing(unit)) return false
  const { rows } = units
  return rows.spansOf(unit).every(span => {
    const seq = rows.spans.seqOf(span)
    return holds(covers, { from: seq, to: seq + 1 })
  })
}

/** The unit that opens the input which another one belongs to; -1 for none. */
const openerOf = (units: Units, unit: number): number => (unit < 0 ? -1 : (units.openerOf(unit) ?? -1))

/** Adds a unit to the run that ends before it, or as a run of its own. */
function addTo(runs: { from: number; to: number }[], unit: number): void {
  const before = runs.at(-1)
  if (before?.to === unit) before.to = unit + 1
  else runs.push({ from: unit, to: unit + 1 })
}

/**
 * Returns what a summary may replace: the units that lie whole in its events and are shown, except units that
 * are critical, may still gain something or are the current input; and the summaries of events among its own.
 * Null for none.
 */
export function coverBySummary(
  units: Units,
  { run, never }: Looks,
  by: number,
  made: Compaction,
): PlacedSummary | null {
  const { rows } = units
  const covers = merged(made.covers)
  const last = units.lastShown()
  const opener = openerOf(units, last)
  const runs: { from: number; to: number }[] = []
  const told: number[] = []
  for (const { from, to } of covers)
    for (
      let unit = never.from(rows.firstFrom(from));
      unit < by && rows.seqOf(unit) < to;
      unit = never.from(rows.after(unit))
    ) {
      const summary = rows.covers.sourceOf(unit)
      // The last words of the user stay, up to the last.
      if (run.holds(units, opener, unit)) unit = opener
      else if (summary !== unit) {
        if (tellsSummary(units, covers, summary)) told.push(unit)
      } else if (rows.isCritical(unit) || rows.ownKindOf(unit) === 'summary') never.add(unit)
      else if (unit !== last && isFree(units, covers, unit)) addTo(runs, unit)
    }
  const place = Math.min(runs[0]?.from ?? by, told[0] ?? by)
  return place === by ? null : { by, made: { covers }, place, runs, told }
}
