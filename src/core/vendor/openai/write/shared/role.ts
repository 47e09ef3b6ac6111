import type { Block } from '../../../../ir/block.ts'
import type { OpenAIRules } from '../../../../ir/model.ts'
import type { TargetName } from '../../../../ir/target-name.ts'

/** Value of the instruction field `place`. It marks a text that the caller wrote in `instructions`. */
export const instructionsPlace = 'instructions'

/**
 * Returns the role of a developer's text. A text that was imported from this API keeps its role, because the API has
 * both roles; any other text gets the role that the model knows.
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
