import type { Compaction, EventRange } from '../../ir/event.ts'
import { firstIndex } from '../../text/list.ts'
import { mergedRanges } from './merge-ranges.ts'
import type { OpeningRun } from './opening-run.ts'
import type { SkipList } from './skip-list.ts'
import type { PlacedSummary } from './summary-covers.ts'
import type { Units } from './units.ts'

/** Whether one range in a sorted list includes another range completely. */
function containsRange(ranges: readonly EventRange[], { from, to }: EventRange): boolean {
  const range = ranges[firstIndex(ranges.length, index => (ranges[index] as EventRange).to > from)]
  return range !== undefined && range.from <= from && to <= range.to
}

/** State that is kept from one summary to the next, so that conversation units are not checked again. */
export interface Looks {
  readonly run: OpeningRun
  /** Conversation units that summaries never replace: critical units, and units that contain summaries. */
  readonly never: SkipList
}

/** Returns the entry for a summary that replaces nothing. The summary is shown at the position of its own unit. */
export const placeUnmoved = (by: number, made: Compaction): PlacedSummary => ({
  by,
  made,
  place: by,
  runs: [],
  told: [],
})

/**
 * Whether a summary includes all events of an earlier summary; false in any case if the earlier summary is critical.
 */
function includesSummary({ rows }: Units, covers: readonly EventRange[], summary: number): boolean {
  const made = rows.covers.compactionOf(summary)
  return (
    made !== undefined &&
    !rows.isCritical(summary) &&
    made.covers.every(range => containsRange(covers, range))
  )
}

/**
 * Whether a summary of these events may replace a unit. The unit must lie entirely within the events, be shown, and be
 * complete.
 */
function isReplaceableUnit(units: Units, covers: readonly EventRange[], unit: number): boolean {
  if (units.isHidden(unit) || units.isGrowing(unit)) return false
  const { rows } = units
  return rows.spansOf(unit).every(span => {
    const seq = rows.spans.seqOf(span)
    return containsRange(covers, { from: seq, to: seq + 1 })
  })
}

/** Returns the user unit that opens the turn to which a unit belongs; -1 if there is none. */
const userUnitOpening = (units: Units, unit: number): number => (unit < 0 ? -1 : (units.openerOf(unit) ?? -1))

/** Extends the run (range of adjacent units) that ends directly before a unit, or starts a new run with the unit. */
function extendRuns(runs: { from: number; to: number }[], unit: number): void {
  const before = runs.at(-1)
  if (before?.to === unit) before.to = unit + 1
  else runs.push({ from: unit, to: unit + 1 })
}

/**
 * Returns everything that a summary may replace: the shown units that lie entirely within its events, and the earlier
 * summaries whose events it includes. Units that are critical, may still grow, or are the current input are excluded.
 * Returns null if there is nothing to replace.
 */
export function coverBySummary(
  units: Units,
  { run, never }: Looks,
  by: number,
  made: Compaction,
): PlacedSummary | null {
  const { rows } = units
  const covers = mergedRanges(made.covers)
  const last = units.lastShown()
  const opener = userUnitOpening(units, last)
  const runs: { from: number; to: number }[] = []
  const told: number[] = []
  for (const { from, to } of covers)
    for (
      let unit = never.firstNotSkipped(rows.firstFrom(from));
      unit < by && rows.seqOf(unit) < to;
      unit = never.firstNotSkipped(rows.unitAfter(unit))
    ) {
      const summary = rows.covers.unitShownAt(unit)
      // The last consecutive user messages are never replaced, so the search continues after them.
      if (run.includesUnit(units, opener, unit)) unit = opener
      else if (summary !== unit) {
        if (includesSummary(units, covers, summary)) told.push(unit)
      } else if (rows.isCritical(unit) || rows.ownKindOf(unit) === 'summary') never.add(unit)
      else if (unit !== last && isReplaceableUnit(units, covers, unit)) extendRuns(runs, unit)
    }
  const place = Math.min(runs[0]?.from ?? by, told[0] ?? by)
  return place === by ? null : { by, made: { covers }, place, runs, told }
}
