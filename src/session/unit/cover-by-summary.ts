import type { Compaction, EventRange } from '../../ir/event.ts'
import { firstIndex } from '../../text/first-index.ts'
import { merged } from './merge-ranges.ts'
import type { OpeningRun } from './opening-run.ts'
import type { SkipList } from './skip-list.ts'
import type { Standing } from './summary-covers.ts'
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
export const inPlace = (by: number, made: Compaction): Standing => ({
  by,
  made,
  place: by,
  runs: [],
  told: [],
})

/**
 * Returns what a summary may replace: the units that lie whole in its events and are shown, except units that
 * are critical, may still gain something or are the current input; and the summaries of events among its own.
 * Null for none.
 */
export function standingOf(
  units: Units,
  { run, never }: Looks,
  by: number,
  made: Compaction,
): Standing | null {
  const { rows } = units
  const covers = merged(made.covers)
  const last = units.lastShown()
  const opener = last < 0 ? -1 : (units.openerOf(last) ?? -1)
  const isWhole = (unit: number): boolean =>
    rows.spansOf(unit).every(span => {
      const seq = rows.spans.seqOf(span)
      return holds(covers, { from: seq, to: seq + 1 })
    })
  const runs: { from: number; to: number }[] = []
  const told: number[] = []
  for (const { from, to } of covers)
    for (
      let unit = never.from(rows.firstFrom(from));
      unit < by && rows.seqOf(unit) < to;
      unit = never.from(rows.after(unit))
    ) {
      // The last words of the user stay, up to the last.
      if (run.holds(units, opener, unit)) {
        unit = opener
        continue
      }
      const summary = rows.covers.sourceOf(unit)
      if (summary !== unit) {
        const inner = rows.covers.compactionOf(summary)
        const isTold = !rows.isCritical(summary) && inner?.covers.every(range => holds(covers, range))
        if (isTold) told.push(unit)
        continue
      }
      if (rows.isCritical(unit) || rows.ownKindOf(unit) === 'summary') {
        never.add(unit)
        continue
      }
      const isFree = !units.isHidden(unit) && !units.isGrowing(unit)
      if (!isFree || unit === last || !isWhole(unit)) continue
      const before = runs.at(-1)
      if (before?.to === unit) before.to = unit + 1
      else runs.push({ from: unit, to: unit + 1 })
    }
  const place = Math.min(runs[0]?.from ?? by, told[0] ?? by)
  return place === by ? null : { by, made: { covers }, place, runs, told }
}
