import { byKind, ref, text, where } from '../../core/form/json-schema.ts'
import type { JsonObject } from '../../core/ir/json.ts'
import { agentSchemas } from './schema/agent.ts'
import { contextSchemas } from './schema/context.ts'
import { groupForms, groupSchemas } from './schema/members.ts'
import { memorySchemas } from './schema/memory.ts'
import { stepNames, stepSchemas } from './schema/steps.ts'

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
  properties: { $schema: text('Location of this schema, for editors.') },
  ...where(hasKind, byKind(groupForms, 'Kind of the group.'), ref('agent')),
  unevaluatedProperties: false,
  $defs: {
    member: {
      type: 'object',
      description: 'An agent, which has a name, or a group or step, which has a kind.',
      ...where(
        hasKind,
        byKind({ ...groupForms, ...stepNames }, 'Kind of the group or step. An agent has none.'),
        ref('agent'),
      ),
      unevaluatedProperties: false,
    },
    ...groupSchemas,
    ...agentSchemas,
    ...contextSchemas,
    ...memorySchemas,
    ...stepSchemas,
  },
}
