import type { Block } from '../../ir/block.ts'
import { lowerUnit } from '../../lower/block.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { Setup } from '../contract/setup.ts'
import type { TracedUnit, TraceStep } from '../contract/trace-step.ts'
import type { History } from '../fit/choice.ts'
import type { Windowed } from '../fit/run-window.ts'

/** Returns a record of each pass in the order of the schedule, local passes first. */
export function traceOf(
  setup: Setup,
  session: SessionView,
  { sent, start, compactBefore }: History,
  windowed: Windowed | null,
): TraceStep[] {
  const { schedule, shaper, backEnd } = setup
  const { units } = session
  const blockAfter = (unit: number, passes: number): Block => {
    const some = { ...shaper, passes: schedule.local.slice(0, passes) }
    const source = units.rows.covers.unitShownAt(unit)
    return lowerUnit(session, source, backEnd.tags, units.shapeOf(unit, start, compactBefore), some).block
  }
  const local = schedule.local.map((pass, index): TraceStep => {
    const traced = sent.flatMap(({ ordinal, shape }): TracedUnit[] => {
      if (shape.changes.length === 0 && !shaper.always) return []
      const before = blockAfter(ordinal, index)
      const after = blockAfter(ordinal, index + 1)
      const changed = JSON.stringify(before.items) !== JSON.stringify(after.items)
      return changed ? [{ id: units.rows.idOf(ordinal), before, after }] : []
    })
    return { kind: 'local', pass: pass.name, units: traced }
  })
  return [...local, ...(windowed?.steps ?? [])]
}
