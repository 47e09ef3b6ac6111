import { wordChoiceField } from '../../../form/field.ts'
import type { OperationDefinition } from '../../definition/operation.ts'

/** Shows conversation units as text, between tags that name their author. */
export const render: OperationDefinition<'render'> = {
  op: 'render',
  form: {
    title: 'Units are sent as text, between tags that name their author.',
    needs: { as: wordChoiceField(['text'], 'As words.') },
  },
  sizes: [],
  ages: [],
  tellsAll: true,
  asWords: true,
  edit: 'rendered',
  pass: null,
  applies: (_, { isCurrent }) => !isCurrent,
  makesRoom: () => false,
  leavesOut: () => null,
}
