import type { Check } from '../../../form/check.ts'
import { positiveCountField, wholeNumber, wordChoiceField } from '../../../form/field.ts'
import type { OperationOf } from '../../../ir/policy.ts'
import { textPass } from '../../../pass/text-pass.ts'
import type { OperationDefinition } from '../../definition/operation.ts'
import { compactText, usuallyKept } from './compact-text.ts'
import { compactNoteWriter } from './note.ts'

/** Options of `compact`, which shortens long texts. */
export interface CompactOptions {
  /**
   * `arrival`: a long tool result is compacted before the first request that shows it, and stays the same in all later
   * requests, so that a provider's cache and its bound reasoning stay valid. It needs an `expandTool`: without one,
   * nothing could restore the text, so results stay whole. Messages, critical units, and results for which the model
   * asked with the tool stay whole too. It cannot be combined with an age.
   */
  readonly at?: 'arrival'
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
   * Upper bound on the characters of a compacted text; 1,600 by default, or 400 with `at: 'arrival'`. The note with the
   * handle has about 120 of them: with fewer, most texts stay whole.
   */
  readonly keep?: number
  /**
   * Upper bound on the characters of a list, after the compacted text, of identifiers that it lacks: paths, addresses,
   * names, long numbers. 0 by default, for no list, or 3,000 with `at: 'arrival'`.
   */
  readonly names?: number
  /**
   * Whether the compacted text names the agent's `expandTool` as the tool to call. By default, the text names only the
   * handle, or with `at: 'arrival'` also the tool.
   */
  readonly expand?: 'tool'
}

/** Sizes of a text that stays compacted: measured by `bench/alive`, with the calls for what was cut counted. */
const usualAtArrival = { keep: 400, names: 3_000 }
const usualLater = { keep: usuallyKept, names: 0 }

const ages = ['olderThan', 'olderThanSteps'] as const

const checkOneAge: Check = (value, at) => {
  const { at: when, ...given } = value as CompactOptions
  const age = ages.find(name => given[name] !== undefined)
  if (when !== undefined && age !== undefined)
    throw at.wrong(`has at and ${age}`, { help: 'a result is compacted when it arrives, or at an age' })
}

/** Compacts long texts. Each compacted text has a handle that restores the whole text. */
export const compact: OperationDefinition<'compact'> = {
  op: 'compact',
  form: {
    title: 'Long results are compacted. A handle restores them.',
    takes: {
      at: wordChoiceField(
        ['arrival'],
        'arrival: compact a result before the first request that shows it, for good. Needs a tool with expands: true.',
      ),
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
      keep: positiveCountField(
        'characters',
        'Maximum characters of a compacted text. Default: 1600, or 400 with at: arrival.',
      ),
      names: wholeNumber(
        'characters',
        'Maximum characters of the list of identifiers that were cut. Default: 0, or 3000 with at: arrival.',
      ),
      expand: wordChoiceField(
        ['tool'],
        'Whether the compacted text names the tool (expands: true) that restores the original.',
      ),
    },
    usual: { over: 2000 },
    rule: {
      check: checkOneAge,
      schema: { not: { required: ['at'], anyOf: ages.map(age => ({ required: [age] })) } },
    },
  },
  sizes: ['over', 'keep', 'names', 'olderThan', 'olderThanSteps'],
  ages: ['at', ...ages],
  tellsAll: false,
  asWords: false,
  edit: 'compacted',
  pass: textPass('compact', (text, operation, handle, { expander, expanded }) => {
    const { over, at, keep, names, expand } = operation
    const isNew = at === 'arrival'
    if (isNew && expanded) return null
    const note = compactNoteWriter(handle, isNew || expand === 'tool' ? expander : null)
    const usual = isNew ? usualAtArrival : usualLater
    const sizes = { over, keep: keep ?? usual.keep, names: names ?? usual.names }
    return compactText(text, { ...sizes, note })?.text ?? null
  }),
  applies(operation, unit) {
    if (operation.at === 'arrival') return unit.canRestore && !unit.isMessage && !unit.isCritical
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

function hasNoAge({ at, olderThan, olderThanSteps }: OperationOf<'compact'>): boolean {
  return at === undefined && olderThan === undefined && olderThanSteps === undefined
}
