import type { JsonObject } from '../../ir/json.ts'
import { scopes } from '../../ir/scope.ts'
import type { StepData } from '../../state/data.ts'
import { writtenScopes } from '../../state/key.ts'
import { anything, byKind, described, list, open, ref, text } from './form.ts'

const kind = { kind: text('What the step does.') }
const key = (description: string): JsonObject => described(ref('key'), description)

/** A name, or one of some scopes, a colon and a name. */
const keyOf = (known: readonly string[], description: string): JsonObject => ({
  type: 'string',
  pattern: `^([^:]+|(${known.join('|')}):[\\s\\S]+)$`,
  description,
})

const values = (description: string): JsonObject =>
  open(
    {
      ...kind,
      values: {
        type: 'object',
        propertyNames: ref('key'),
        additionalProperties: anything('Any JSON.'),
        description: 'Keys of the state with their values.',
      },
    },
    ['kind', 'values'],
    description,
  )

const keys = (description: string, least: number): JsonObject =>
  open(
    { ...kind, keys: { ...list(ref('key'), 'Keys of the state.'), ...(least > 0 && { minItems: least }) } },
    ['kind', 'keys'],
    description,
  )

/** Steps by their kind, and where their schemas are. */
export const stepForms = {
  'S.set': 'S.set',
  'S.defaults': 'S.defaults',
  'S.pick': 'S.pick',
  'S.drop': 'S.drop',
  'S.require': 'S.require',
  'S.rename': 'S.rename',
  'S.capture': 'S.capture',
  'S.merge': 'S.merge',
  'S.log': 'S.log',
  'S.pipe': 'S.pipe',
} as const satisfies { readonly [Kind in StepData['kind']]: Kind }

/** Schemas of the steps that change the state. */
export const stepSchemas: JsonObject = {
  step: {
    type: 'object',
    ...byKind(stepForms, 'What the step does.'),
    unevaluatedProperties: false,
  },
  key: keyOf(writtenScopes, 'A key of the state; app:, user: and temp: are scopes.'),
  anyKey: keyOf(scopes, 'A key of the state, of whatever scope.'),
  'S.set': values('Gives keys these values, whatever they had.'),
  'S.defaults': values('Gives values to keys that are not there.'),
  'S.pick': keys('Keeps these keys and those of a scope; every other is absent afterwards.', 1),
  'S.drop': keys('Removes these keys.', 0),
  'S.require': keys('Fails where one of these keys is not there.', 0),
  'S.rename': open(
    {
      ...kind,
      names: {
        type: 'object',
        propertyNames: ref('key'),
        additionalProperties: ref('key'),
        description: 'Old names with the new ones; no two become one.',
      },
    },
    ['kind', 'names'],
    'Gives keys other names, all at once.',
  ),
  'S.capture': open(
    { ...kind, key: key('Holds the text afterwards.') },
    ['kind', 'key'],
    "Puts the text of the user's last message into a key.",
  ),
  'S.merge': open(
    {
      ...kind,
      keys: { ...list(ref('key'), 'Those that are there are joined, in this order.'), minItems: 1 },
      into: key('Holds the text afterwards.'),
      separator: text('Stands between the values; a line break when left out.'),
    },
    ['kind', 'keys', 'into'],
    'Puts the values of keys together under another.',
  ),
  'S.log': open(
    {
      ...kind,
      keys: list(ref('key'), 'What to show; every key when left out.'),
      label: text('Stands before the values.'),
    },
    ['kind'],
    'Says what keys hold, in a diagnostic; changes nothing.',
  ),
  'S.pipe': open(
    { ...kind, steps: list(ref('step'), 'Each sees the state after the one before.') },
    ['kind', 'steps'],
    'Steps as one.',
  ),
}
