import { schemaOf } from '../../../core/form/form.ts'
import { byKind } from '../../../core/form/json-schema.ts'
import type { JsonObject } from '../../../core/ir/json.ts'
import { memoryRules } from '../../../core/remember/rules.ts'

const names = Object.fromEntries(Object.keys(memoryRules).map(kind => [kind, `memory.${kind}`]))

/** Schemas of the rules by which an answer changes the state. */
export const memorySchemas: JsonObject = {
  memoryRule: { type: 'object', ...byKind(names, 'Kind of the rule.', 'remember') },
  ...Object.fromEntries(
    Object.entries(memoryRules).map(([kind, { form }]) => [
      `memory.${kind}`,
      schemaOf('remember', kind, form),
    ]),
  ),
}
