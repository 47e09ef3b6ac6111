import type { Standing } from './covers.ts'
import { currentInput } from './current-input.ts'
import type { Compaction, EventRange } from './event.ts'
import type { Units } from './units.ts'

/** Whether one of some ranges holds all of another. */
const holds = (ranges: readonly EventRange[], { from, to }: EventRange): boolean =>
  ranges.some(range => range.from <= from && to <= range.to)

/**
 * What a summary may stand for: the units that lie whole in its events and are shown, but those that are critical, may
 * still gain something or are the current input, and the summaries of events among its own. Null for nothing.
 */
export function standingOf(units: Units, by: number, made: Compaction): Standing | null {
  const { rows } = units
  const kept = currentInput(units)
  const runs: { from: number; to: number }[] = []
  const told: number[] = []
  for (const { from, to } of made.covers)
    for (let unit = rows.firstFrom(from); unit < by && rows.seqOf(unit) < to; unit = rows.after(unit)) {
      const summary = rows.covers.sourceOf(unit)
      if (summary !== unit) {
        const inner = rows.covers.compactionOf(summary)?.covers ?? []
        if (inner.every(range => holds(made.covers, range))) told.push(unit)
        continue
      }
      const stays = rows.isHidden(unit) || rows.isCritical(unit) || units.isGrowing(unit) || kept.has(unit)
      if (stays || rows.lastSeqOf(unit) >= to) continue
      const last = runs.at(-1)
      if (last?.to === unit) last.to = unit + 1
      else runs.push({ from: unit, to: unit + 1 })
    }
  const place = Math.min(runs[0]?.from ?? by, told[0] ?? by)
  return place === by ? null : { by, made, place, runs, told }
}
