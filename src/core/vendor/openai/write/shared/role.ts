import type { Block } from '../../../../ir/block.ts'
import type { OpenAIRules } from '../../../../ir/model.ts'
import type { TargetName } from '../../../../ir/target-name.ts'

/** Value of the instruction field `place` that marks a text for `instructions`, where the caller wrote it. */
export const instructionsPlace = 'instructions'

/**
 * Returns the role of a developer's text: the imported role if it came from this API, which has both roles; else the
 * role that the model knows.
 */
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
