import { repeats } from '../../context/operation/dedupe/declare.ts'
import { kept } from '../../context/operation/truncate/declare.ts'
import type { JsonObject } from '../../ir/json.ts'
import type { Operation } from '../../ir/policy.ts'
import { closed, list, oneOf, some } from './form.ts'

/** Operations by their name, and where their schemas are. */
export const operationForms = {
  compact: 'operation.compact',
  truncate: 'operation.truncate',
  project: 'operation.project',
  dedupe: 'operation.dedupe',
  render: 'operation.render',
} as const satisfies Record<Operation['op'], string>

const operation = (
  op: Operation['op'],
  description: string,
  fields: JsonObject,
  required: readonly string[] = [],
): JsonObject => ({
  [operationForms[op]]: closed({ op: { const: op }, ...fields }, ['op', ...required], description),
})

/** A name in a path: what a backslash stands before belongs to it. */
const name = '(\\\\[\\s\\S]|[^.\\\\])+'

const paths = (description: string): JsonObject => ({
  ...list({ type: 'string', minLength: 1, pattern: `^${name}([.]${name})*$` }, description),
  minItems: 1,
})

const project = operation('project', 'Results that are JSON are shown with some of their fields.', {
  keep: paths('Paths of fields that are shown, as items.*.id and items.0.'),
  omit: paths('Paths of fields that are not shown.'),
})

/** Schemas of the operations on the units of a clause. */
export const operationSchemas: JsonObject = {
  ...operation('compact', 'Long results are shown short, with a handle that brings them back.', {
    olderThan: {
      ...{ type: 'integer', minimum: 0 },
      description: 'Those before the newest so many turns; left out: only where there is no room otherwise.',
    },
    olderThanSteps: {
      ...{ type: 'integer', minimum: 0 },
      description: 'Those before the newest so many model responses with their results.',
    },
    over: some('Texts of more characters than this; 2000 when left out.'),
    expand: oneOf(
      ['tool'],
      'Says with the short form that a tool of the agent (expands: true) brings the whole back.',
    ),
  }),
  ...operation(
    'truncate',
    'Long results are cut.',
    {
      tokens: some('The most tokens that a result keeps.'),
      keep: oneOf(kept, 'Its beginning, its end, or both; head when left out.'),
    },
    ['tokens'],
  ),
  [operationForms.project]: {
    ...(project[operationForms.project] as JsonObject),
    oneOf: [{ required: ['keep'] }, { required: ['omit'] }],
  },
  ...operation(
    'dedupe',
    'A result is told once.',
    {
      which: oneOf(
        repeats,
        'exact: one that was there before; superseded: one that a later call with the same arguments replaces.',
      ),
    },
    ['which'],
  ),
  ...operation(
    'render',
    'Units are told as words, between tags that name who said them.',
    { as: oneOf(['text'], 'As words.') },
    ['as'],
  ),
}
