import { agentForm } from '../../core/agent/agent-form.ts'
import { instructionTextForm, referenceForm } from '../../core/agent/instruction-form.ts'
import { anyToolSchema, extraForm, functionToolForm, nativeToolForm } from '../../core/agent/tool-forms.ts'
import { operationFamily } from '../../core/context/operation/operations.ts'
import { clauseForm } from '../../core/context/policy/read-clause.ts'
import { policySchema } from '../../core/context/policy/read-policy.ts'
import { sourceForm } from '../../core/context/policy/read-source.ts'
import { selectorFamily } from '../../core/context/selector/selectors.ts'
import { sourceFamily } from '../../core/context/source/sources.ts'
import { familySchema, familySchemas, schemaNamesByKind } from '../../core/form/family.ts'
import { textField } from '../../core/form/field.ts'
import { formSchema, openFormSchema } from '../../core/form/form.ts'
import { conditionalSchema, schemaByKind, schemaReference } from '../../core/form/json-schema.ts'
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
  ...conditionalSchema(
    hasKind,
    schemaByKind(schemaNamesByKind(memberFamily), memberFamily.title),
    schemaReference('agent'),
  ),
  unevaluatedProperties: false,
  $defs: {
    member: {
      type: 'object',
      description: 'An agent, which has a name, or a group or step, which has a kind.',
      ...conditionalSchema(
        hasKind,
        schemaByKind(
          schemaNamesByKind(memberFamily, stepFamily),
          'Kind of the group or step. An agent has none.',
        ),
        schemaReference('agent'),
      ),
      unevaluatedProperties: false,
    },
    // The root of a program may also have `$schema`, so the root schemas allow additional fields.
    ...familySchemas(memberFamily, true),
    agent: openFormSchema(agentForm),
    reference: formSchema(referenceForm),
    instructionText: formSchema(instructionTextForm),
    tool: anyToolSchema,
    functionTool: formSchema(functionToolForm),
    nativeTool: formSchema(nativeToolForm),
    extra: formSchema(extraForm),
    context: policySchema,
    clause: formSchema(clauseForm, { kind: 'clause' }),
    source: formSchema(sourceForm, { kind: 'source' }),
    ...familySchemas(selectorFamily),
    ...familySchemas(operationFamily),
    ...familySchemas(sourceFamily),
    memoryRule: familySchema(memoryRuleFamily),
    ...familySchemas(memoryRuleFamily),
    step: familySchema(stepFamily),
    ...keySchemas,
    ...familySchemas(stepFamily),
  },
}
