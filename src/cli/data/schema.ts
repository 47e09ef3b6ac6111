import { agentForm } from '../../core/agent/agent-form.ts'
import { instructionTextForm, referenceForm } from '../../core/agent/instruction-form.ts'
import { anyToolSchema, extraForm, functionToolForm, nativeToolForm } from '../../core/agent/tool-forms.ts'
import { operationFamily } from '../../core/context/operation/operations.ts'
import { clauseForm } from '../../core/context/policy/read-clause.ts'
import { policySchema } from '../../core/context/policy/read-policy.ts'
import { sourceForm } from '../../core/context/policy/read-source.ts'
import { selectorFamily } from '../../core/context/selector/selectors.ts'
import { sourceFamily } from '../../core/context/source/sources.ts'
import { namesOf, schemaOfAny, schemasOf } from '../../core/form/family.ts'
import { textField } from '../../core/form/field.ts'
import { openSchemaOf, schemaOf } from '../../core/form/form.ts'
import { byKind, conditionalSchema, ref } from '../../core/form/json-schema.ts'
import type { JsonObject } from '../../core/ir/json.ts'
import { memberFamily } from '../../core/program/read-member.ts'
import { stepFamily } from '../../core/program/read-step.ts'
import { memoryRuleFamily } from '../../core/remember/rules.ts'
import { keySchemas } from '../../core/template/key-field.ts'

const hasKind = { required: ['kind'] }

/**
 * JSON Schema (draft 2020-12) of a program as data, also published as the file `ctxc/schema/program.json`.
 * `parseProgram` accepts what the schema accepts, except for three rules that no schema can express:
 * `S.rename` gives no two keys one name, `atLeast` of a clause is not more than its `atMost`, and nothing is
 * nested more than 200 levels deep.
 *
 * @example
 * import { programSchema } from 'ctxc/program'
 *
 * console.log(programSchema.$schema) // https://json-schema.org/draft/2020-12/schema
 */
export const programSchema: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A program of ctxc',
  description: 'An agent, which has a name, or a group, which has a kind.',
  type: 'object',
  properties: { $schema: textField('Location of this schema, for editors.').schema },
  ...conditionalSchema(hasKind, byKind(namesOf(memberFamily), memberFamily.title), ref('agent')),
  unevaluatedProperties: false,
  $defs: {
    member: {
      type: 'object',
      description: 'An agent, which has a name, or a group or step, which has a kind.',
      ...conditionalSchema(
        hasKind,
        byKind(namesOf(memberFamily, stepFamily), 'Kind of the group or step. An agent has none.'),
        ref('agent'),
      ),
      unevaluatedProperties: false,
    },
    // The root of a program may also have `$schema`, so the root schemas allow additional fields.
    ...schemasOf(memberFamily, true),
    agent: openSchemaOf(agentForm),
    reference: schemaOf(referenceForm),
    instructionText: schemaOf(instructionTextForm),
    tool: anyToolSchema,
    functionTool: schemaOf(functionToolForm),
    nativeTool: schemaOf(nativeToolForm),
    extra: schemaOf(extraForm),
    context: policySchema,
    clause: schemaOf(clauseForm, { kind: 'clause' }),
    source: schemaOf(sourceForm, { kind: 'source' }),
    ...schemasOf(selectorFamily),
    ...schemasOf(operationFamily),
    ...schemasOf(sourceFamily),
    memoryRule: schemaOfAny(memoryRuleFamily),
    ...schemasOf(memoryRuleFamily),
    step: schemaOfAny(stepFamily),
    ...keySchemas,
    ...schemasOf(stepFamily),
  },
}
