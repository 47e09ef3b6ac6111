import type { AnthropicRules } from '../../../ir/model.ts'
import type { SchemaNode } from '../../../schema/reshape/reshape.ts'
import { beginConfig, type ConfigDraft, visibleStops } from '../../../target/config-draft.ts'
import type { HeadTally } from '../../../target/head.ts'
import type { Setting } from '../../../target/target.ts'
import { toJson } from '../../../text/json.ts'
import type { AnthropicRequest } from './request.ts'
import { emitSampling } from './sampling.ts'
import { dropThinking, thinkingOf } from './thinking.ts'
import { emitToolChoice } from './tool-choice.ts'

type Draft = ConfigDraft<AnthropicRequest>

/** Settings that only other providers' APIs have. */
const unknown = ['seed', 'presencePenalty', 'frequencyPenalty'] as const

/** Writes the generation settings that the model supports; drops and reports the others. */
export function emitConfig(
  setting: Setting<AnthropicRules>,
  request: AnthropicRequest,
  schema: SchemaNode | null,
  tally: HeadTally,
): void {
  const { config, origins } = setting
  const draft = beginConfig(request, origins, tally)
  keepThinking(setting, draft)
  emitSampling(setting, draft)
  for (const key of unknown) if (config[key] !== undefined) draft.drop(key, 'Anthropic has no such setting')
  const stops = visibleStops(config, draft.drop)
  if (stops.length > 0) draft.set('stop_sequences', stops, 'stopSequences')
  emitToolChoice(setting, draft)
  emitOutput(setting, draft, schema)
}

/** Keeps imported thinking settings if the model supports them (rule A14); else drops and reports them. */
function keepThinking(setting: Setting<AnthropicRules>, { request, drop }: Draft): void {
  const why = whyThinkingRefused(setting, request)
  if (why === null) return
  dropThinking(request)
  drop('thinking', why, 'd:extra.thinking')
}

/** Minimum thinking budget, in tokens. */
const leastBudget = 1_024

/** Returns why the model refuses the requested thinking; null if the model accepts it, or if none is requested. */
function whyThinkingRefused(
  { facts: { rules }, config, model }: Setting<AnthropicRules>,
  request: AnthropicRequest,
): string | null {
  const { type, budget_tokens: budget } = thinkingOf(request) ?? {}
  if (type === undefined) return null
  const blocked = type === 'disabled' && rules.disabledEffortBlocked?.includes(config.reasoningEffort ?? '')
  if (blocked || !(rules.thinking as readonly string[]).includes(type))
    return `${model ?? 'the model'} does not accept '${type}'`
  if (type !== 'enabled') return null
  if (!(typeof budget === 'number' && budget >= leastBudget)) return `its budget is less than ${leastBudget}`
  return budget >= request.max_tokens ? 'its budget is not below the output limit' : null
}

/** Adds the effort and the format of the answer to imported output settings. */
function emitOutput(
  { config: { reasoningEffort: effort }, facts, origins, model, counter }: Setting<AnthropicRules>,
  { request, tally, drop }: Draft,
  schema: SchemaNode | null,
): void {
  const output: NonNullable<AnthropicRequest['output_config']> = { ...(request.output_config ?? {}) }
  if (effort !== undefined) {
    if (facts.rules.effort.includes(effort)) output.effort = effort as NonNullable<typeof output.effort>
    else drop('reasoningEffort', `${model ?? 'the model'} does not accept '${effort}'`)
  }
  if (schema !== null) {
    output.format = { type: 'json_schema', schema }
    tally.addDeclaration('schema', 'd:outputSchema', { ...counter.text(toJson(schema)), exact: false })
  }
  if (Object.keys(output).length === 0) return
  request.output_config = output
  if (schema !== null) origins.recordKey(output, 'format', 'd:outputSchema')
  if (output.effort) origins.recordKey(output, 'effort', 'd:generateConfig.reasoningEffort')
}
