import { positiveCountField, wordChoiceField } from '../../../form/field.ts'
import { textPass } from '../../../pass/text-pass.ts'
import type { OperationDefinition } from '../../definition/operation.ts'
import { truncateText } from './truncate-text.ts'

/** Options of `truncate`, which cuts long tool results. */
export interface TruncateOptions {
  /** Upper bound on the tokens of a tool result. */
  readonly tokens: number
  /** End of a result to keep: its start (`head`, the default), its end (`tail`), or `both`. */
  readonly keep?: 'head' | 'tail' | 'both'
}

const kept = ['head', 'tail', 'both'] as const satisfies readonly TruncateOptions['keep'][]

/** Cuts long tool results to a number of tokens. */
export const truncateOperation: OperationDefinition<'truncate'> = {
  op: 'truncate',
  form: {
    title: 'Long results are truncated.',
    needs: { tokens: positiveCountField('tokens', 'Maximum tokens of a result.') },
    takes: {
      keep: wordChoiceField(kept, 'Part of the result to keep: head, tail, or ends (both). Default: head.'),
    },
    usual: { keep: 'head' },
  },
  sizes: ['tokens'],
  ages: [],
  tellsAll: false,
  asWords: false,
  edit: 'truncated',
  pass: textPass('truncate', (text, operation, _, { count }) => {
    const cut = truncateText(text, operation, count)
    // If not even the mark of a cut fits, one character is sent, because a conversation unit must not be empty.
    return cut === '' ? '…' : cut
  }),
  // User messages are never truncated. A truncated message would change once it is no longer the current input, so the
  // prefix would change in every turn.
  applies: (_, { isMessage }) => !isMessage,
  makesRoom: () => false,
  leavesOut: () => null,
}
