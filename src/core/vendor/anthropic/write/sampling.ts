import type { AnthropicRules } from '../../../ir/model.ts'
import type { ConfigDraft } from '../../../target/config-draft.ts'
import type { Setting } from '../../../target/target.ts'
import { type Range, ranges } from './numbers.ts'
import type { AnthropicRequest } from './request.ts'
import { thinkingMode } from './thinking.ts'

/** Writes the sampling settings that the model supports; drops and reports the others. */
export function emitSampling(
  setting: Setting<AnthropicRules>,
  { request, set, drop }: ConfigDraft<AnthropicRequest>,
): void {
  for (const range of ranges) {
    const value = setting.config[range.setting]
    if (typeof value !== 'number') continue
    const why = range.refuses(value) ?? whyFixed(setting, request, range, value)
    if (why === null) set(range.key, value, range.setting)
    else drop(range.setting, why)
  }
}

/** Returns why a model refuses a value that is in range; null if it accepts the value. */
function whyFixed(
  { facts: { rules }, model }: Setting<AnthropicRules>,
  request: AnthropicRequest,
  { setting }: Range,
  value: number,
): string | null {
  const mode = thinkingMode(request)
  const thinks = mode === 'enabled' || mode === 'adaptive'
  const usual = setting === 'topK' ? undefined : 1
  if (value !== usual && (!rules.sampling || (thinks && setting !== 'topP')))
    return `${model ?? 'the model'} accepts only the default${rules.sampling ? ' while it thinks' : ''}`
  return setting === 'topP' && request.temperature !== undefined
    ? 'it does not go together with temperature'
    : null
}
