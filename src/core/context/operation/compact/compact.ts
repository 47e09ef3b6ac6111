import { positiveCountField, wholeNumber, wordChoiceField } from '../../../form/field.ts'
import type { OperationOf } from '../../../ir/policy.ts'
import { textPass } from '../../../pass/text-pass.ts'
import type { OperationDefinition } from '../../definition/operation.ts'
import { compactText } from './compact-text.ts'
import { compactNoteWriter } from './note.ts'

/** Options of `compact`, which shortens long texts. */
export interface CompactOptions {
  /**
   * Age in turns above which units are always compacted. Without an age, units are compacted only if the budget is too
   * small.
   */
  readonly olderThan?: number
  /**
   * Age above which units are always compacted, in steps (a model response with its results). Use it for runs with few
   * user turns.
   */
  readonly olderThanSteps?: number
  /** Length in characters above which a text is compacted; 2,000 by default. */
  readonly over?: number
  /**
   * Whether the compacted text names the agent's `expandTool` as the tool to call. By default, the text names only the
   * handle.
   */
  readonly expand?: 'tool'
}

/** Compacts long texts. Each compacted text has a handle that restores the whole text. */
export const compact: OperationDefinition<'compact'> = {
  op: 'compact',
  form: {
    title: 'Long results are compacted. A handle restores them.',
    takes: {
      olderThan: wholeNumber(
        'turns',
        'Compact results before the newest N turns. Default: only results that would not fit.',
      ),
      olderThanSteps: wholeNumber(
        'steps',
        'Compact results before the newest N answers of the model with their results.',
      ),
      over: positiveCountField(
        'characters',
        'Compact texts longer than this many characters. Default: 2000.',
      ),
      expand: wordChoiceField(
        ['tool'],
        'Whether the compacted text names the tool (expands: true) that restores the original.',
      ),
    },
    usual: { over: 2000 },
  },
  sizes: ['over', 'olderThan', 'olderThanSteps'],
  ages: ['olderThan', 'olderThanSteps'],
  tellsAll: false,
  asWords: false,
  edit: 'compacted',
  pass: textPass('compact', (text, { over, expand }, handle, { expander }) => {
    const note = compactNoteWriter(handle, expand === 'tool' ? expander : null)
    return compactText(text, { over, note })?.text ?? null
  }),
  applies(operation, unit) {
    if (unit.isCurrent) return false
    if (hasNoAge(operation)) return unit.givesWay
    const { olderThan, olderThanSteps } = operation
    return (
      (olderThan !== undefined && unit.isBeforeTurns(olderThan)) ||
      (olderThanSteps !== undefined && unit.isBeforeSteps(olderThanSteps))
    )
  },
  makesRoom: hasNoAge,
  leavesOut: () => null,
}

function hasNoAge({ olderThan, olderThanSteps }: OperationOf<'compact'>): boolean {
  return olderThan === undefined && olderThanSteps === undefined
}
