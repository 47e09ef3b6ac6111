import type { OpenAIRules } from '../../../../ir/model.ts'
import type { Setting } from '../../../../target/target.ts'
import type { HeadDraft } from './begin-head.ts'
import { isUnlistedModel } from './models.ts'

/** Writes the settings common to both OpenAI APIs. Returns the reasoning effort if the model supports it. */
export function emitSampling(
  setting: Setting<OpenAIRules>,
  { setNumber, drop }: HeadDraft,
): string | undefined {
  const { config } = setting
  const { rules } = setting.facts
  const effort = config.reasoningEffort
  const takesEffort = effort !== undefined && rules.effort.includes(effort)
  const samples = rules.sampling || (rules.samplingAtNone === true && takesEffort && effort === 'none')
  for (const key of ['temperature', 'topP'] as const) {
    const value = config[key]
    if (value === undefined) continue
    if (samples || value === 1) setNumber(key, value)
    else drop(key, whyOnlyDefault(setting))
  }
  if (config.topK !== undefined) drop('topK', 'OpenAI has no such setting')
  if (effort === undefined || takesEffort) return effort
  drop('reasoningEffort', whyEffortRefused(setting, effort))
  return undefined
}

/** Returns the reason why a model accepts only the default value of a sampling setting. */
function whyOnlyDefault({ facts, model }: Setting<OpenAIRules>): string {
  const name = model ?? 'the model'
  return isUnlistedModel(facts)
    ? `it is unknown whether ${name} accepts this setting`
    : `${name} accepts only the default${facts.rules.samplingAtNone ? " unless the reasoning effort is 'none'" : ''}`
}

/** Returns the reason why a model does not support a reasoning effort. */
function whyEffortRefused({ facts, model }: Setting<OpenAIRules>, effort: string): string {
  const name = model ?? 'the model'
  if (isUnlistedModel(facts)) return `the efforts that ${name} accepts are unknown`
  if (facts.rules.effort.length > 0) return `${name} does not accept '${effort}'`
  return facts.reasoning ? `${name} accepts no reasoning effort` : `${name} does not reason`
}
