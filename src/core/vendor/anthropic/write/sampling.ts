import type { AnthropicRules } from '../../../ir/model.ts'
import type { ConfigDraft } from '../../../target/config-draft.ts'
import { emitNumbers, type NumberSetting } from '../../../target/numbers.ts'
import type { Setting } from '../../../target/target.ts'
import { claudeNumbers } from './numbers.ts'
import type { AnthropicRequest } from './request.ts'
import { thinkingMode } from './thinking.ts'

/** Writes the sampling settings that the model supports; drops and reports the others. */
export function emitSampling(setting: Setting<AnthropicRules>, draft: ConfigDraft<AnthropicRequest>): void {
  emitNumbers(setting.config, draft, claudeNumbers, (key, value) =>
    whyFixed(setting, draft.request, key, value),
  )
}

/** Returns why a model refuses a value that is in range; null if it accepts the value. */
function whyFixed(
  { facts: { rules }, model }: Setting<AnthropicRules>,
  request: AnthropicRequest,
  key: NumberSetting,
  value: number,
): string | null {
  const mode = thinkingMode(request)
  const thinks = mode === 'enabled' || mode === 'adaptive'
  const usual = key === 'topK' ? undefined : 1
  if (value !== usual && (!rules.sampling || (thinks && key !== 'topP')))
    return `${model ?? 'the model'} accepts only the default${rules.sampling ? ' while it thinks' : ''}`
  return key === 'topP' && request.temperature !== undefined
    ? 'it does not go together with temperature'
    : null
}
