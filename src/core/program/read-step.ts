import type { Check } from '../form/check.ts'
import { wrongValueError } from '../form/describe.ts'
import type { Family } from '../form/family.ts'
import { type Field, field, listField, textField } from '../form/field.ts'
import { type Form, readForm } from '../form/form.ts'
import { schemaReference } from '../form/json-schema.ts'
import type { Path } from '../form/path.ts'
import { unknownKindError } from '../form/suggest.ts'
import { isObject, type JsonObject } from '../ir/json.ts'
import type { StepData } from '../state/data.ts'
import { dropOf } from '../state/drop.ts'
import * as S from '../state/index.ts'
import { pickOf } from '../state/pick.ts'
import { pipeOf } from '../state/pipe.ts'
import { requireOf } from '../state/require.ts'
import type { StateStep } from '../state/step.ts'
import { readKey } from '../template/key.ts'
import { keyField, keysField } from '../template/key-field.ts'
import { reasonOf } from '../text/reason.ts'

type Kind = StepData['kind']
type DataOf<Of extends Kind, Data = StepData> = Data extends { readonly kind: infer Kinds }
  ? Of extends Kinds
    ? Data
    : never
  : never

/** Form of a step as data, and the function that builds the step from the data. */
interface StepForm<Of extends Kind> {
  readonly form: Form
  make(data: DataOf<Of>): StateStep
}

/** Returns a form field for an object whose property names are keys of the state. */
const keyed = (check: Check, item: JsonObject, description: string): Field =>
  field(
    (value, at) => {
      if (!isObject(value)) throw wrongValueError('an object', value, at)
      for (const [key, given] of Object.entries(value)) {
        at.in(key).readSeparately(place => readKey(key, place))
        at.in(key).readSeparately(place => check(given, place))
      }
    },
    { type: 'object', propertyNames: schemaReference('key'), additionalProperties: item },
    description,
  )

/** Accepts every value, because a JSON file contains only JSON values. */
const acceptAnyJson: Check = () => {}

const values = keyed(acceptAnyJson, { description: 'Any JSON.' }, 'Values by key.')
const keys = keysField('Keys of the state.')

/**
 * Returns a form field for a list, whose JSON Schema requires at least one item. The check does not, because the
 * functions of `S` already reject an empty list.
 */
const listFieldWithMinimum = ({ check, schema }: Field): Field => ({
  check,
  schema: { ...schema, minItems: 1 },
})

/** Forms of the steps that can be written as data. */
const stepForms: { readonly [Of in Kind]: StepForm<Of> } = {
  'S.set': {
    form: { title: 'Sets these values, and overwrites earlier ones.', needs: { values } },
    make: data => S.set(data.values),
  },
  'S.defaults': {
    form: { title: 'Sets these values where the keys are missing.', needs: { values } },
    make: data => S.defaults(data.values),
  },
  'S.pick': {
    form: {
      title: 'Keeps these keys and all keys with a scope, and removes the others.',
      needs: { keys: listFieldWithMinimum(keys) },
    },
    make: data => pickOf(data.keys),
  },
  'S.drop': {
    form: { title: 'Removes these keys.', needs: { keys } },
    make: data => dropOf(data.keys),
  },
  'S.require': {
    form: { title: 'Fails if one of these keys is missing.', needs: { keys } },
    make: data => requireOf(data.keys) as StateStep,
  },
  'S.rename': {
    form: {
      title: 'Renames keys, all at once.',
      needs: {
        names: keyed(readKey, schemaReference('key'), 'New names by old names. No two keys get one name.'),
      },
    },
    make: ({ names }) => S.rename(names),
  },
  'S.capture': {
    form: {
      title: "Stores the text of the user's last message.",
      needs: { key: keyField('Key that holds the text.') },
    },
    make: ({ key }) => S.capture(key),
  },
  'S.merge': {
    form: {
      title: 'Joins the values of keys under another key.',
      needs: {
        keys: listFieldWithMinimum(keysField('Keys to join, in this order. Missing ones are skipped.')),
        into: keyField('Key that holds the text.'),
      },
      takes: { separator: textField('Text between the values. Default: a line break.') },
    },
    make: ({ keys: sources, into, separator }) =>
      S.merge(sources, into, separator === undefined ? {} : { separator }),
  },
  'S.log': {
    form: {
      title: 'Reports the values of keys as a diagnostic.',
      takes: {
        keys: keysField('Keys to report. Default: every key.'),
        label: textField('Text before the values.'),
      },
    },
    make: ({ kind: _, ...about }) => S.log(about),
  },
  'S.pipe': {
    form: {
      title: 'Several steps as one.',
      needs: {
        steps: listField(
          (value, at) => void readStep(value, at),
          schemaReference('step'),
          'Each sees the state that the previous one left.',
        ),
      },
    },
    make: ({ steps }) => pipeOf(steps.map(build)),
  },
}

/** Forms of the steps that can be written as data, by kind. */
export const stepFamily: Family = {
  tag: 'kind',
  what: 'step',
  title: 'Kind of the step.',
  prefix: '',
  forms: stepForms,
}

/** Kinds of steps that can be written as data. */
export const stepKinds = Object.keys(stepForms) as readonly Kind[]

/** Whether a kind belongs to a step that can be written as data. */
export const isStepKind = (kind: unknown): kind is Kind => (stepKinds as readonly unknown[]).includes(kind)

/** Returns a step from data. Throws a TypeError that names the place (`at`) of an invalid step. */
export function readStep(input: unknown, at: Path): StateStep {
  if (!isObject(input)) throw wrongValueError('a step', input, at)
  const { kind, ...fields } = input
  if (!isStepKind(kind)) throw unknownKindError('kind of step', kind, stepKinds, at.in('kind'))
  // A step whose mistakes were already reported is not built. Building it would report the same mistakes again.
  if (!at.readsWithoutMistake(() => void readForm(stepForms[kind].form, fields, at))) return S.pipe()
  try {
    return build(input as unknown as StepData)
  } catch (error) {
    throw at.wrong(`is not a valid step: ${reasonOf(error)}`, { cause: error })
  }
}

const build = (data: StepData): StateStep => (stepForms[data.kind] as StepForm<Kind>).make(data)
