import { schemasOf } from '../../../core/form/field.ts'
import type { Form } from '../../../core/form/form.ts'
import { byKind, open, text } from '../../../core/form/json-schema.ts'
import type { JsonObject } from '../../../core/ir/json.ts'
import { scopes } from '../../../core/ir/scope.ts'
import { stepForms, stepKinds } from '../../../core/program/read-step.ts'
import { writtenScopes } from '../../../core/state/key.ts'

const kind = { kind: text('Kind of the step.') }

/** Returns the schema of a key: a name, or a known scope, a colon and a name. */
const keyOf = (known: readonly string[], description: string): JsonObject => ({
  type: 'string',
  pattern: `^([^:]+|(${known.join('|')}):[\\s\\S]+)$`,
  description,
})

/** Steps by their kind, with the name of each schema. */
export const stepNames = Object.fromEntries(stepKinds.map(step => [step, step]))

/** Schemas of the steps that change the state. */
export const stepSchemas: JsonObject = {
  step: {
    type: 'object',
    ...byKind(stepNames, 'Kind of the step.'),
    unevaluatedProperties: false,
  },
  key: keyOf(writtenScopes, 'Key of the state. app:, user: and temp: are scopes.'),
  anyKey: keyOf(scopes, 'Key of the state, in any scope.'),
  ...Object.fromEntries(stepKinds.map(step => [step, schemaOf(stepForms[step].form)])),
}

/** Returns the schema of a step: its kind and its form. The schema of all steps refuses other fields. */
function schemaOf({ title, needs = {}, takes = {} }: Form): JsonObject {
  return open({ ...kind, ...schemasOf({ ...needs, ...takes }) }, ['kind', ...Object.keys(needs)], title)
}
