import type { Selector } from '../../ir/policy.ts'
import type { Units } from '../../session/unit/units.ts'
import type { Turns } from './turns.ts'

/** Beyond every unit. */
export const never = Number.POSITIVE_INFINITY

/** Returns the start and the end of the units that a selector selects, for one that selects by position. */
export function reachOf(select: Selector, view: Units, turns: Turns): [from: number, to: number] {
  switch (select.by) {
    case 'all':
      return [0, never]
    case 'window':
      return [turns.begin(select.turns, Math.max(1, select.slack)), never]
    case 'recent':
      return [turns.begin(turnsOf(select), 1), never]
    case 'last':
      return [newest(view, select.units, Math.max(1, select.slack)), never]
    case 'first':
      return [0, oldest(view, select.units)]
    default:
      return [never, never]
  }
}

/** Returns the start of the newest so many units; it moves by `step` units at a time. */
function newest(view: Units, units: number, step: number): number {
  let left = units
  if (step > 1) left += Math.max(0, view.shownBefore(view.rows.length, never) - units) % step
  let from = never
  for (let unit = view.lastShown(); unit >= 0 && left > 0; unit = view.before(unit)) {
    if (view.isHidden(unit)) continue
    left--
    from = unit
  }
  return left > 0 && from < never ? 0 : from
}

function oldest(view: Units, units: number): number {
  let left = units
  let end = 0
  for (let unit = 0; unit < view.rows.length && left > 0; unit = view.after(unit)) {
    if (view.isHidden(unit)) continue
    left--
    end = unit + 1
  }
  return end
}

/** The turns that a weight is left for: it is halved every so many. */
const turnsOf = ({ halfLife, minScore }: Extract<Selector, { by: 'recent' }>): number =>
  Math.floor(halfLife * Math.log2(1 / minScore)) + 1
