import { positiveCountField } from '../../form/field.ts'
import type { Units } from '../../session/unit/units.ts'
import { never, type Passed, type SelectorDefinition } from '../definition/selector.ts'
import { countedParts, of } from './of.ts'

/** Selector of the oldest units. */
export const firstSelector: SelectorDefinition<'first'> = {
  by: 'first',
  made: 'first',
  form: {
    title: 'The oldest units.',
    needs: { units: positiveCountField('units', 'Number of units.') },
    takes: of,
  },
  goesBy: 'position',
  slides: false,
  reach: (select, view, _, passed) => [
    0,
    passed === null ? endOfOldest(view, select.units) : endOfPassed(passed, view, select.units),
  ],
  ...countedParts,
}

function endOfOldest(view: Units, units: number): number {
  let left = units
  let end = 0
  for (let unit = 0; unit < view.rows.length && left > 0; unit = view.placeAfter(unit)) {
    if (view.isHidden(unit)) continue
    left--
    end = unit + 1
  }
  return end
}

function endOfPassed(passed: Passed, view: Units, units: number): number {
  let left = units
  let end = 0
  for (let unit = passed.from(0); unit < never && left > 0; unit = passed.from(unit + 1)) {
    if (view.isHidden(unit)) continue
    left--
    end = unit + 1
  }
  return end
}
