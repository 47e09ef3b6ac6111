import type { GenerateConfig } from '../../agent/agent.ts'
import { settingDropped } from '../../diag/target.ts'
import { toJson } from '../../text/json.ts'
import type { HeadTally } from '../head.ts'
import type { Setting } from '../target.ts'
import type { ResponseForm } from './answer-form.ts'
import type { AISDKRules } from './models.ts'
import { refusals } from './numbers.ts'
import type { AISDKRequest, ProviderOptions, ReasoningLevel } from './request.ts'

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

/** Whether a text is a level of reasoning that the AI SDK knows. */
export const isLevel = (level: string): level is ReasoningLevel => levels.has(level)

/** The settings of generation, in the AI SDK's spelling, as far as the model's provider takes them. */
export function emitConfig(setting: Setting<AISDKRules>, request: AISDKRequest, tally: HeadTally): void {
  const { config, facts, origins, maxOutput, model } = setting
  const { vendor, sampling } = facts.rules
  const drop = (key: string, why: string): void => tally.say(settingDropped(key, why))
  const set = <Key extends keyof AISDKRequest>(
    key: Key,
    value: AISDKRequest[Key],
    from: string = key,
  ): void => {
    request[key] = value
    origins.key(request, key, `d:generateConfig.${from}`)
  }
  if (maxOutput !== null) {
    const most = Number.isFinite(maxOutput) ? Math.max(1, Math.floor(maxOutput)) : 1
    set('maxOutputTokens', most)
    if (most !== maxOutput) drop('maxOutputTokens', `${maxOutput} cannot be asked for, so ${most} is`)
  }
  const samples = sampling || (vendor === 'openai' && effortOf(config, request) === 'none')
  for (const { key, refuses } of refusals) {
    const value = config[key]
    if (value === undefined) continue
    const fixed = (key === 'temperature' || key === 'topP') && !samples && value !== 1
    const beside = key === 'topP' && vendor === 'anthropic' && request.temperature !== undefined
    const why =
      refuses(value, vendor) ??
      (fixed ? `${model ?? 'the model'} takes only the default` : null) ??
      (beside ? 'it does not go together with temperature' : null)
    if (why === null) set(key, value)
    else drop(key, why)
  }
  const stops = config.stopSequences?.filter(stop => stop.trim() !== '') ?? []
  if (stops.length < (config.stopSequences?.length ?? 0))
    drop('stopSequences', 'one of them is only white space')
  if (stops.length > 0) set('stopSequences', stops)
  const effort = config.reasoningEffort
  if (effort !== undefined && isLevel(effort)) set('reasoning', effort, 'reasoningEffort')
  else if (effort !== undefined) drop('reasoningEffort', `the AI SDK does not know '${effort}'`)
  if (config.parallelToolCalls !== undefined) emitParallel(setting, request, config.parallelToolCalls, drop)
}

/** Returns the reasoning effort asked for by OpenAI's own option or the setting; `none` permits sampling. */
function effortOf({ reasoningEffort }: GenerateConfig, { providerOptions = {} }: AISDKRequest): unknown {
  const { openai, azure } = providerOptions
  return openai?.reasoningEffort ?? azure?.reasoningEffort ?? reasoningEffort
}

/** The choice of a tool, where it is one that is declared. */
export function emitToolChoice(setting: Setting<AISDKRules>, request: AISDKRequest, tally: HeadTally): void {
  const { config, origins, names } = setting
  const { toolChoice } = config
  if (toolChoice === undefined) return
  const named = typeof toolChoice === 'object' ? names.toWire(toolChoice.tool) : null
  if (request.tools === undefined || (named !== null && !Object.hasOwn(request.tools, named))) {
    if (toolChoice === 'auto' || toolChoice === 'none') return
    const why = named === null ? 'no tools are declared' : 'the tool is not declared'
    return tally.say(settingDropped('toolChoice', why))
  }
  request.toolChoice =
    typeof toolChoice === 'object' ? { type: 'tool', toolName: named as string } : toolChoice
  origins.key(request, 'toolChoice', 'd:generateConfig.toolChoice')
}

/** The form of the answer. */
export function emitForm(
  setting: Setting<AISDKRules>,
  request: AISDKRequest,
  { format, loose }: ResponseForm,
  tally: HeadTally,
): void {
  const { counter, origins } = setting
  request.responseFormat = format
  origins.key(request, 'responseFormat', 'd:outputSchema')
  if (loose) setOption(setting, request, 'openai', { strictJsonSchema: false }, 'd:outputSchema')
  tally.add('schema', 'd:outputSchema', { ...counter.text(toJson(format)), exact: false })
}

/** Whether calls may be made side by side is a provider's own option. */
function emitParallel(
  setting: Setting<AISDKRules>,
  request: AISDKRequest,
  parallel: boolean,
  drop: (key: string, why: string) => void,
): void {
  const { vendor } = setting.facts.rules
  if (vendor !== 'openai' && vendor !== 'anthropic')
    return drop('parallelToolCalls', 'the provider has no such setting')
  const option = vendor === 'openai' ? { parallelToolCalls: parallel } : { disableParallelToolUse: !parallel }
  setOption(setting, request, vendor, option, 'd:generateConfig.parallelToolCalls')
}

/** Adds to a provider's own options. */
function setOption(
  { origins }: Setting<AISDKRules>,
  request: AISDKRequest,
  vendor: string,
  option: ProviderOptions[string],
  from: string,
): void {
  const given: ProviderOptions = request.providerOptions ?? {}
  const options = origins.whole({ ...given, [vendor]: { ...given[vendor], ...option } }, from)
  for (const key of Object.keys(given)) origins.key(options, key, 'd:extra.providerOptions')
  request.providerOptions = options
}
