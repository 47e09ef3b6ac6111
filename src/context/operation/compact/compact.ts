import type { OperationOf } from '../../../ir/policy.ts'
import { textPass } from '../../../pass/text-pass.ts'
import { amount, choice, wholeNumber } from '../../../validate/field.ts'
import type { OperationDefinition } from '../../definition/operation.ts'
import { compactText } from './compact-text.ts'
import { noteOf } from './note.ts'

/** Options of `compact`, which shows long texts in a short form. */
export interface CompactOptions {
  /** Age in turns: older units are always compacted; when omitted, only where there is no room otherwise. */
  readonly olderThan?: number
  /** Age in model responses with results: older units are always compacted; for runs with few user turns. */
  readonly olderThanSteps?: number
  /** Texts of more characters than this; 2,000 when left out. */
  readonly over?: number
  /** The short form says how to call the agent's `expandTool`; left out: it tells the handle alone. */
  readonly expand?: 'tool'
}

/** Long results are shown short, with a handle that brings them back. */
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
