import { positiveCountField } from '../../form/field.ts'
import type { SelectorOf } from '../../ir/policy.ts'
import type { Units } from '../../session/unit/units.ts'
import { never, type Passed, type SelectorDefinition } from '../definition/selector.ts'
import { countedParts, of } from './of.ts'
import { slack } from './slack.ts'

/** Selector of the newest units. */
export const lastSelector: SelectorDefinition<'last'> = {
  by: 'last',
  made: 'last',
  form: {
    title: 'The newest units.',
    needs: { units: positiveCountField('units', 'Number of units.') },
    takes: { ...slack.takes, ...of },
    usual: slack.usual,
  },
  goesBy: 'position',
  slides: true,
  reach: (select, view, _, passed) => [
    passed === null
      ? firstOfNewest(view, select.units, Math.max(1, select.slack))
      : firstOfNewestPassed(passed, view, select),
    never,
  ],
  ...countedParts,
  mayShow: (select, name, after) =>
    countedParts.mayShow(select, name) &&
    (select.of !== undefined || after < select.units + Math.max(1, select.slack) - 1),
}

/**
 * Returns the first of the newest `units` units. The result moves `step` units at a time, so up to `step - 1` older
 * units are included.
 */
function firstOfNewest(view: Units, units: number, step: number): number {
  let left = units
  if (step > 1) left += Math.max(0, view.shownBefore(view.rows.length, never) - units) % step
  let from = never
  for (let unit = view.lastShown(); unit >= 0 && left > 0; unit = view.placeBefore(unit)) {
    if (view.isHidden(unit)) continue
    left--
    from = unit
  }
  return left > 0 && from < never ? 0 : from
}

/** Returns the oldest of the newest units that pass a test. */
function firstOfNewestPassed(
  passed: Passed,
  view: Units,
  { units, slack: step }: SelectorOf<'last'>,
): number {
  let left = units
  if (step > 1) {
    let shown = 0
    passed.some(unit => !view.isHidden(unit) && shown++ < 0)
    left += Math.max(0, shown - units) % step
  }
  let from = never
  passed.some(unit => {
    if (view.isHidden(unit)) return false
    from = unit
    return --left === 0
  })
  return left > 0 && from < never ? 0 : from
}
