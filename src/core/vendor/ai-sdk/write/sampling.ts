import type { GenerateConfig } from '../../../agent/agent.ts'
import type { ConfigDraft } from '../../../target/config-draft.ts'
import { emitNumbers } from '../../../target/numbers.ts'
import type { Setting } from '../../../target/target.ts'
import type { AISDKRules } from './models.ts'
import { numericSettingsOf } from './numbers.ts'
import type { AISDKRequest } from './request.ts'

/** Writes the numeric settings that the model and its provider support; drops and reports the others. */
export function emitSampling(setting: Setting<AISDKRules>, draft: ConfigDraft<AISDKRequest>): void {
  emitNumbers(setting.config, draft, numericSettingsOf(setting.facts.rules.vendor), (key, value) =>
    whyFixed(setting, draft.request, key, value),
  )
}

/** Returns why a model refuses a value that is in range; null if it accepts the value. */
function whyFixed(
  { config, facts, model }: Setting<AISDKRules>,
  request: AISDKRequest,
  key: keyof GenerateConfig,
  value: number,
): string | null {
  const { vendor, sampling } = facts.rules
  const samples = sampling || (vendor === 'openai' && requestedEffort(config, request) === 'none')
  if ((key === 'temperature' || key === 'topP') && !samples && value !== 1)
    return `${model ?? 'the model'} accepts only the default`
  return key === 'topP' && vendor === 'anthropic' && request.temperature !== undefined
    ? 'it does not go together with temperature'
    : null
}

/**
 * Returns the reasoning effort: from OpenAI's own option, or else from the setting. With the effort `none`, sampling
 * settings are allowed.
 */
function requestedEffort(
  { reasoningEffort }: GenerateConfig,
  { providerOptions = {} }: AISDKRequest,
): unknown {
  const { openai, azure } = providerOptions
  return openai?.reasoningEffort ?? azure?.reasoningEffort ?? reasoningEffort
}
