import type { Units } from '../../session/unit/units.ts'
import { amount } from '../../validate/field.ts'
import type { SelectorDefinition } from '../definition/selector.ts'

/** Selector of the oldest units. */
export const first: SelectorDefinition<'first'> = {
  by: 'first',
  made: 'first',
  form: { title: 'The oldest units.', needs: { units: amount('units', 'How many units.') } },
  goesBy: 'position',
  slides: false,
  reach: (select, view) => [0, endOfOldest(view, select.units)],
  names: () => [],
  mayShow: () => true,
}

function endOfOldest(view: Units, units: number): number {
  let left = units
  let end = 0
  for (let unit = 0; unit < view.rows.length && left > 0; unit = view.after(unit)) {
    if (view.isHidden(unit)) continue
    left--
    end = unit + 1
  }
  return end
}
