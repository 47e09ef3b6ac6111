import { positiveCountField, wordChoiceField } from '../../../form/field.ts'
import type { OperationOf } from '../../../ir/policy.ts'
import type { ResultContent, ToolResultPart } from '../../../ir/result.ts'
import type { LocalPass } from '../../../pass/pass.ts'
import { formatCount } from '../../../text/number.ts'
import type { OperationDefinition } from '../../definition/operation.ts'

/** Options of `fresh`, which keeps models from answering with outdated results. At least one age is required. */
export interface FreshOptions {
  /** Age in turns from which a result is outdated. */
  readonly turns?: number
  /**
   * Age in milliseconds from which a result is outdated. The age is measured from the `time` of the result's event to
   * the compile option `now`.
   */
  readonly time?: number
  /**
   * Treatment of an outdated result: drop its content (`exclude`, the default), or mark the result as outdated
   * (`warn`).
   */
  readonly action?: 'exclude' | 'warn'
}

type Fresh = OperationOf<'fresh'>

const minute = 60_000

/**
 * Returns a text that describes the age of a result. If these texts change, the prefixes of earlier requests change
 * too.
 */
function describeAge({ turns, time }: Fresh): string {
  const ages: string[] = []
  if (turns === 1) ages.push('an earlier turn')
  else if (turns !== undefined) ages.push(`before the last ${formatCount(turns, 'turn')}`)
  if (time !== undefined) {
    const minutes = Math.floor(time / minute)
    ages.push(
      `before the last ${minutes > 0 ? formatCount(minutes, 'minute') : formatCount(time, 'millisecond')}`,
    )
  }
  return `from ${ages.join(', or from ')}`
}

const dropOldContent = (operation: Fresh): ResultContent => ({
  kind: 'text',
  text: `[Out of date: this result is ${describeAge(operation)}. Call the tool again if you need it.]`,
})

const markOldContent = (operation: Fresh): ResultContent => ({
  kind: 'text',
  text: `[It may be out of date: this result is ${describeAge(operation)}.]`,
})

const pass: LocalPass = {
  kind: 'local',
  name: 'fresh',
  run(part, { operations }) {
    const due = operations.filter((one): one is Fresh => one.op === 'fresh')
    const operation = due.find(({ action }) => action === 'exclude') ?? due[0]
    if (operation === undefined || part.kind !== 'tool-result' || part.native) return part
    const content: ToolResultPart['content'] =
      operation.action === 'exclude'
        ? [dropOldContent(operation)]
        : [markOldContent(operation), ...part.content]
    return { ...part, content }
  },
}

/** Marks outdated results, or drops their content. */
export const freshOperation: OperationDefinition<'fresh'> = {
  op: 'fresh',
  form: {
    title: 'Old results are dropped or marked.',
    takes: {
      turns: positiveCountField('turns', 'Age in turns from which a result is old.'),
      time: positiveCountField('milliseconds', 'Age in milliseconds from which a result is old.'),
      action: wordChoiceField(
        ['exclude', 'warn'],
        'exclude: the content is dropped. warn: the result is marked as old. Default: exclude.',
      ),
    },
    usual: { action: 'exclude' },
    rule: {
      check(value, at) {
        const { turns, time } = value as FreshOptions
        if (turns === undefined && time === undefined)
          throw at.wrong('has no age', { help: 'give turns, or time in milliseconds' })
      },
      schema: { anyOf: [{ required: ['turns'] }, { required: ['time'] }] },
    },
  },
  sizes: ['turns', 'time'],
  ages: ['turns', 'time'],
  tellsAll: false,
  asWords: false,
  edit: 'outdated',
  pass,
  applies: ({ turns, time }, unit) =>
    !unit.isCurrent &&
    !unit.isMessage &&
    ((turns !== undefined && unit.isBeforeTurns(turns)) || (time !== undefined && unit.isOlderThan(time))),
  makesRoom: () => false,
  leavesOut: () => null,
}
