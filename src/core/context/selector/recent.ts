import { check } from '../../form/check.ts'
import { field } from '../../form/field.ts'
import type { SelectorOf } from '../../ir/policy.ts'
import { never, type SelectorDefinition } from '../definition/selector.ts'

/** Selector of turns whose weight is at least `minScore`. */
export const recentSelector: SelectorDefinition<'recent'> = {
  by: 'recent',
  made: 'recent',
  form: {
    title: 'Turns with enough weight. The newest turn has weight 1.',
    needs: {
      halfLife: field(
        check('a number of turns above 0', value => Number.isFinite(value) && (value as number) > 0),
        { type: 'number', exclusiveMinimum: 0 },
        'Turns after which the weight is halved.',
      ),
    },
    takes: {
      minScore: field(
        check(
          'a number above 0, and 1 at the most',
          value => typeof value === 'number' && value > 0 && value <= 1,
        ),
        { type: 'number', exclusiveMinimum: 0, maximum: 1 },
        'Minimum weight. Default: 0.1.',
      ),
    },
    usual: { minScore: 0.1 },
  },
  goesBy: 'position',
  slides: true,
  reach: (select, _, turns) => [turns.firstUnitOfNewest(countRecentTurns(select), 1), never],
  names: () => [],
  mayShow: () => true,
}

/** Returns the number of turns whose weight is at least `minScore`; the weight is halved every `halfLife` turns. */
const countRecentTurns = ({ halfLife, minScore }: SelectorOf<'recent'>): number =>
  Math.floor(halfLife * Math.log2(1 / minScore)) + 1
