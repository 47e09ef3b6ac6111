import { choice } from '../../../validate/field.ts'
import type { OperationDefinition } from '../../definition/operation.ts'

/** Shows units as text, between tags that name their author. */
export const render: OperationDefinition<'render'> = {
  op: 'render',
  form: {
    title: 'Units are told as words, between tags that name who said them.',
    needs: { as: choice(['text'], 'As words.') },
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
