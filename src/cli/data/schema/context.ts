import { operations } from '../../../core/context/operation/operations.ts'
import { tiers } from '../../../core/context/policy/read-clause.ts'
import { selectors, slidingSelectors } from '../../../core/context/selector/selectors.ts'
import { sources } from '../../../core/context/source/sources.ts'
import { type Forms, formsOfData, schemaOf } from '../../../core/form/form.ts'
import { byKind, closed, described, list, oneOf, ref, some, where } from '../../../core/form/json-schema.ts'
import type { JsonObject } from '../../../core/ir/json.ts'

const both = {
  tier: oneOf(tiers, 'Priority. Default: important.'),
  when: list(ref('anyKey'), 'Applies only if each of these keys of the state has a truthy value.'),
}

/** Returns the names of the schemas of some forms, by kind. */
const named = (room: string, forms: Forms): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(forms).map(kind => [kind, `${room}.${kind}`]))

/** Returns the schemas of some forms. */
const schemasOf = (room: string, tag: string, forms: Forms): JsonObject =>
  Object.fromEntries(
    Object.entries(forms).map(([kind, { form }]) => [`${room}.${kind}`, schemaOf(tag, kind, form)]),
  )

const sourcesOfData = formsOfData(sources)

const pieces = { clause: 'clause', source: 'source' }

/** At most one operation of each kind. */
const onceEach = Object.keys(operations).map(op => ({
  contains: { required: ['op'], properties: { op: { const: op } } },
  minContains: 0,
  maxContains: 1,
}))

const selectsNothing = {
  required: ['select'],
  properties: { select: { required: ['by'], properties: { by: { const: 'none' } } } },
}

const without = (...fields: readonly string[]) => ({ anyOf: fields.map(field => ({ required: [field] })) })

const hasTier = (tier: string) => ({ required: ['tier'], properties: { tier: { const: tier } } })

const summarizes = {
  required: ['operations'],
  properties: { operations: { contains: { required: ['op'], properties: { op: { const: 'summarize' } } } } },
}

/** Rules against contradictions in a clause; `assertSense` in the reader refuses the same ones. */
const sense = [
  where(selectsNothing, {
    properties: { operations: { maxItems: 0 } },
    not: without('tier', 'atLeast', 'atMost', 'orElse'),
  }),
  where(hasTier('archive'), {
    properties: { operations: { maxItems: 0 } },
    not: without('atLeast', 'atMost'),
  }),
  where(summarizes, {
    not: without('atMost'),
    properties: {
      tier: { const: 'important' },
      select: { properties: { by: { not: { enum: slidingSelectors } } } },
    },
  }),
  { not: { required: ['orElse'], properties: { orElse: selectsNothing } } },
]

/** Schemas of the parts of a session that an agent is shown, and of its context blocks. */
export const contextSchemas: JsonObject = {
  context: {
    ...where(
      { type: 'array' },
      { items: ref('context'), minItems: 1 },
      { type: 'object', ...byKind(pieces, 'clause: units of the session. source: a context block.') },
    ),
    description:
      'Context policy: units that any clause selects, and text of sources. Replaces includeContents.',
  },
  clause: {
    ...closed(
      {
        kind: { const: 'clause' },
        select: {
          type: 'object',
          ...byKind(named('select', selectors), 'Selector of the units.', 'by'),
        },
        ...both,
        atLeast: some(
          'Tokens of its newest units that are dropped last, after everything that is not critical.',
        ),
        atMost: some(
          'Maximum tokens of its units. The newest are kept; older ones of a critical clause are important instead.',
        ),
        operations: {
          ...list(
            { type: 'object', ...byKind(named('operation', operations), 'Kind of the operation.', 'op') },
            'Operations on its units, in this order.',
          ),
          allOf: onceEach,
        },
        orElse: described(ref('clause'), 'Clause that is used if this one selects nothing.'),
      },
      ['kind', 'select'],
      'Units of the session.',
    ),
    allOf: sense,
  },
  source: closed(
    {
      kind: { const: 'source' },
      from: { type: 'object', ...byKind(named('source', sourcesOfData), 'Source of the text.', 'source') },
      ...both,
      atMost: some('Maximum tokens. Longer text is truncated.'),
    },
    ['kind', 'from'],
    'A context block: text that is not part of the session.',
  ),
  ...schemasOf('select', 'by', selectors),
  ...schemasOf('operation', 'op', operations),
  ...schemasOf('source', 'source', sourcesOfData),
}
