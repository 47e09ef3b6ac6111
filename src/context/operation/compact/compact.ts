import type { OperationOf } from '../../../ir/policy.ts'
import { textPass } from '../../../pass/text-pass.ts'
import { amount, choice, wholeNumber } from '../../../validate/field.ts'
import type { OperationDefinition } from '../../definition/operation.ts'
import { compactText } from './compact-text.ts'
import { noteOf } from './note.ts'

/** Options of `compact`, which shortens long texts. */
export interface CompactOptions {
  /**
   * Age in turns beyond which units are always compacted. Without an age, units are compacted only if room is short.
   */
  readonly olderThan?: number
  /** Age in model responses with results beyond which units are always compacted; for runs with few user turns. */
  readonly olderThanSteps?: number
  /** Length in characters beyond which a text is compacted; 2,000 by default. */
  readonly over?: number
  /** Makes the compacted text name the agent's `expandTool` to call. By default, it gives the handle alone. */
  readonly expand?: 'tool'
}

/** Compacts long texts, with a handle that restores the whole. */
export const compact: OperationDefinition<'compact'> = {
  op: 'compact',
  form: {
    title: 'Long results are shown short, with a handle that brings them back.',
    takes: {
      olderThan: wholeNumber(
        'turns',
        'Those before the newest so many turns; left out: only where there is no room otherwise.',
      ),
      olderThanSteps: wholeNumber(
        'steps',
        'Those before the newest so many model responses with their results.',
      ),
      over: amount('characters', 'Texts of more characters than this; 2000 when left out.'),
      expand: choice(
        ['tool'],
        'Says with the short form that a tool of the agent (expands: true) brings the whole back.',
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
    const note = noteOf(handle, expand === 'tool' ? expander : null)
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
