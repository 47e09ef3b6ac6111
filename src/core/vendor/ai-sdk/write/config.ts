import { beginConfig, type ConfigDraft, visibleStops } from '../../../target/config-draft.ts'
import type { HeadTally } from '../../../target/head.ts'
import type { Setting } from '../../../target/target.ts'
import { toJson } from '../../../text/json.ts'
import type { ResponseForm } from './answer-form.ts'
import type { AISDKRules } from './models.ts'
import { openaiName, setOption } from './provider-option.ts'
import type { AISDKRequest, ReasoningLevel } from './request.ts'
import { emitSampling } from './sampling.ts'

type Draft = ConfigDraft<AISDKRequest>

const levels: ReadonlySet<string> = new Set<ReasoningLevel>([
  'provider-default',
  'none',
  'minimal',
  'low',
  'medium',
  'high',
  'xhigh',
  'max',
])

/** Whether a text is a reasoning level of the AI SDK. */
export const isLevel = (level: string): level is ReasoningLevel => levels.has(level)

/**
 * Writes the generation settings that the model's provider supports, under the AI SDK's names; drops and reports the
 * others.
 */
export function emitConfig(setting: Setting<AISDKRules>, request: AISDKRequest, tally: HeadTally): void {
  const { config, origins, maxOutput } = setting
  const draft = beginConfig(request, origins, tally)
  if (maxOutput !== null) emitLimit(maxOutput, draft)
  emitSampling(setting, draft)
  const stops = visibleStops(config, draft.drop)
  if (stops.length > 0) draft.set('stopSequences', stops, 'stopSequences')
  const effort = config.reasoningEffort
  if (effort !== undefined && isLevel(effort)) draft.set('reasoning', effort, 'reasoningEffort')
  else if (effort !== undefined) draft.drop('reasoningEffort', `the AI SDK does not accept '${effort}'`)
  if (config.parallelToolCalls !== undefined) emitParallel(setting, draft, config.parallelToolCalls)
}

/** Writes the output limit, corrected to a legal number if necessary. */
function emitLimit(asked: number, { set, drop }: Draft): void {
  const most = Number.isFinite(asked) ? Math.max(1, Math.floor(asked)) : 1
  set('maxOutputTokens', most, 'maxOutputTokens')
  if (most !== asked) drop('maxOutputTokens', `the AI SDK does not accept ${asked}, so ${most} is sent`)
}

/** Writes the setting for parallel calls as a provider option. */
function emitParallel(setting: Setting<AISDKRules>, { request, drop }: Draft, parallel: boolean): void {
  const { vendor, reader } = setting.facts.rules
  if (vendor !== 'openai' && vendor !== 'anthropic')
    return drop('parallelToolCalls', 'the provider has no such setting')
  const option = vendor === 'openai' ? { parallelToolCalls: parallel } : { disableParallelToolUse: !parallel }
  const name = vendor === 'openai' ? openaiName(request, reader) : vendor
  setOption(setting, request, name, option, 'd:generateConfig.parallelToolCalls')
}

/** Writes the format of the answer. */
export function emitForm(
  setting: Setting<AISDKRules>,
  request: AISDKRequest,
  { format, loose }: ResponseForm,
  tally: HeadTally,
): void {
  const { counter, origins } = setting
  request.responseFormat = format
  origins.recordKey(request, 'responseFormat', 'd:outputSchema')
  if (loose)
    setOption(
      setting,
      request,
      openaiName(request, setting.facts.rules.reader),
      { strictJsonSchema: false },
      'd:outputSchema',
    )
  tally.addDeclaration('schema', 'd:outputSchema', { ...counter.text(toJson(format)), exact: false })
}
