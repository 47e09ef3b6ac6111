import type { Standing } from './covers.ts'
import { currentInput } from './current-input.ts'
import type { Compaction } from './event.ts'
import type { Units } from './units.ts'

/**
 * What a summary may stand for: the units that lie whole in its events and are shown, but those that are critical, may
 * still gain something or are the current input, and the summaries of events among its own. Null for nothing.
 */
export function standingOf(units: Units, by: number, range: Compaction): Standing | null {
  const { rows } = units
  const kept = currentInput(units)
  const runs: { from: number; to: number }[] = []
  const told: number[] = []
  for (
    let unit = rows.firstFrom(range.from);
    unit < by && rows.seqOf(unit) < range.to;
    unit = rows.after(unit)
  ) {
    const summary = rows.covers.sourceOf(unit)
    if (summary !== unit) {
      const inner = rows.covers.rangeOf(summary) as Compaction
      if (inner.from >= range.from && inner.to <= range.to) told.push(unit)
      continue
    }
    const stays = rows.isHidden(unit) || rows.isCritical(unit) || units.isGrowing(unit) || kept.has(unit)
    if (stays || rows.lastSeqOf(unit) >= range.to) continue
    const last = runs.at(-1)
    if (last?.to === unit) last.to = unit + 1
    else runs.push({ from: unit, to: unit + 1 })
  }
  const place = Math.min(runs[0]?.from ?? by, told[0] ?? by)
  return place === by ? null : { by, range, place, runs, told }
}
