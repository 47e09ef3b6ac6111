import { textPass } from '../../../pass/text-pass.ts'
import { amount, choice } from '../../../validate/field.ts'
import type { OperationDefinition } from '../../definition/operation.ts'
import { truncateText } from './truncate-text.ts'

/** Options of `truncate`, which cuts long results. */
export interface TruncateOptions {
  /** The most tokens that a result keeps. */
  readonly tokens: number
  /** Its beginning, its end, or both; the beginning when left out. */
  readonly keep?: 'head' | 'tail' | 'both'
}

const kept = ['head', 'tail', 'both'] as const satisfies readonly TruncateOptions['keep'][]

/** Long results are cut. */
export const truncate: OperationDefinition<'truncate'> = {
  op: 'truncate',
  form: {
    title: 'Long results are cut.',
    needs: { tokens: amount('tokens', 'The most tokens that a result keeps.') },
    takes: { keep: choice(kept, 'Its beginning, its end, or both; head when left out.') },
    usual: { keep: 'head' },
  },
  sizes: ['tokens'],
  ages: [],
  tellsAll: false,
  asWords: false,
  edit: 'truncated',
  pass: textPass('truncate', (text, operation, _, { count }) => {
    const cut = truncateText(text, operation, count)
    // A sign stays where not even the mark of a cut has room: a unit never shows nothing.
    return cut === '' ? '…' : cut
  }),
  // A question that was cut once it is current no more would change the history in each turn.
  applies: (_, { isMessage }) => !isMessage,
  makesRoom: () => false,
  leavesOut: () => null,
}
