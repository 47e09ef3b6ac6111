import { positiveCountField } from '../../form/field.ts'
import { never, type SelectorDefinition } from '../definition/selector.ts'
import { slack } from './slack.ts'

/** Selector of the newest turns. A turn extends from a user's message up to the next one. */
export const windowSelector: SelectorDefinition<'window'> = {
  by: 'window',
  made: 'window',
  form: {
    title: "The newest turns. A turn begins at a user's message.",
    needs: { turns: positiveCountField('turns', 'Number of turns.') },
    ...slack,
  },
  goesBy: 'position',
  slides: true,
  reach: (select, _, turns) => [turns.firstUnitOfNewest(select.turns, Math.max(1, select.slack)), never],
  names: () => [],
  mayShow: () => true,
}
