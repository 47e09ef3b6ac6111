import type { Block } from '../../../../ir/block.ts'
import type { OpenAIRules } from '../../../../ir/model.ts'
import type { TargetName } from '../../../../ir/target-name.ts'

/** Value of an instruction's field `place` if the caller sends the text in `instructions` itself. */
export const instructionsPlace = 'instructions'

/**
 * Returns the role of a developer's text: as imported from this API, which takes both roles, else the one that the
 * model knows.
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
