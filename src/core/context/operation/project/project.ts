import type { Check } from '../../../form/check.ts'
import { filledList } from '../../../form/field.ts'
import { nonEmptyText } from '../../../form/quantities.ts'
import { textPass } from '../../../pass/text-pass.ts'
import type { OperationDefinition } from '../../definition/operation.ts'
import { parseFieldPath } from './path.ts'
import { projectJson } from './project-json.ts'

/**
 * Fields of JSON results to show: either only the named fields, or all except the named fields. A path is a list of
 * names with dots between them: `title`, `items.*.id`, `items.0`. A name is a key or, in a list, the index of an
 * element, counted from 0; a star matches every key or element. A backslash escapes a dot, star or backslash in a key:
 * `a\\.b` in code is the key `a.b`. If no path of `keep` leads to a field, the whole result is shown.
 */
export type ProjectOptions =
  | {
      /** Paths of the fields to keep, such as `title`, `items.*.id` and `items.0`. */
      readonly keep: readonly string[]
      readonly omit?: never
    }
  | {
      readonly keep?: never
      /** Paths of the fields to drop, such as `title`, `items.*.id` and `items.0`. */
      readonly omit: readonly string[]
    }

const checkFieldPath: Check = (value, at) => {
  nonEmptyText(value, at)
  if (parseFieldPath(value as string) === null)
    throw at.wrong('is not a path to a field', {
      help: 'use non-empty names between dots, and no backslash at the end',
    })
}

/** Pattern of one name in a path, which may contain backslash escapes. */
const name = '(\\\\[\\s\\S]|[^.\\\\])+'

const pathListField = (description: string) =>
  filledList(checkFieldPath, { type: 'string', minLength: 1, pattern: `^${name}([.]${name})*$` }, description)

const checkKeepOrOmit: Check = (value, at) => {
  const { keep, omit } = value as { keep?: unknown; omit?: unknown }
  const what = keep === undefined ? 'neither keep nor omit' : 'both keep and omit'
  if ((keep === undefined) === (omit === undefined))
    throw at.wrong(`has ${what}`, { help: 'name the fields to keep, or those to omit' })
}

/** Shows only some fields of JSON results. */
export const project: OperationDefinition<'project'> = {
  op: 'project',
  form: {
    title: 'JSON results are sent with some of their fields.',
    takes: {
      keep: pathListField('Paths of fields to keep, such as items.*.id and items.0.'),
      omit: pathListField('Paths of fields to drop.'),
    },
    rule: { check: checkKeepOrOmit, schema: { oneOf: [{ required: ['keep'] }, { required: ['omit'] }] } },
  },
  sizes: [],
  ages: [],
  tellsAll: false,
  asWords: false,
  edit: 'projected',
  pass: textPass('project', (text, operation) => projectJson(text, operation)),
  // User messages are never projected. A projected message would change once it is no longer the current input, so the
  // prefix would change in every turn.
  applies: (_, { isMessage }) => !isMessage,
  makesRoom: () => false,
  leavesOut: () => null,
}
