import type { Block } from '../../../ir/block.ts'
import type { OpenAIRules } from '../../../ir/model.ts'
import type { TargetName } from '../../../ir/target-name.ts'

/** The role of a developer's words: as it came in from this API, which takes both, else as the model calls it. */
export function developerRole(
  rules: OpenAIRules,
  { items }: Block,
  format: TargetName,
): 'developer' | 'system' {
  const given = items[0]?.envelope
  const role = given?.format === format ? given.fields.role : undefined
  if (role === 'developer' || role === 'system') return role
  return rules.developerRole ? 'developer' : 'system'
}
