import type { ToolChoice } from '../../agent/agent.ts'
import { settingDropped } from '../../diag/target.ts'
import type { AnthropicRules } from '../../ir/model.ts'
import { toJson } from '../../text/json.ts'
import type { HeadTally } from '../head.ts'
import type { SchemaNode } from '../reshape/reshape.ts'
import type { Setting } from '../target.ts'
import { ranges } from './numbers.ts'
import type { AnthropicRequest, ToolChoice as WireChoice } from './request.ts'
import { dropThinking, thinkingMode, thinkingOf } from './thinking.ts'

/** The settings of generation, as far as the model takes them. */
export function emitConfig(
  setting: Setting<AnthropicRules>,
  request: AnthropicRequest,
  schema: SchemaNode | null,
  tally: HeadTally,
): void {
  const { config, facts, origins, model, counter } = setting
  const { rules } = facts
  const name = model ?? 'the model'
  const set = <Key extends keyof AnthropicRequest>(
    key: Key,
    value: AnthropicRequest[Key],
    from: string,
  ): void => {
    request[key] = value
    origins.key(request, key, `d:generateConfig.${from}`)
  }
  const drop = (key: string, why: string, at?: string): void => tally.say(settingDropped(key, why, at))
  emitThinking(setting, request, drop)
  const mode = thinkingMode(request)
  const manual = mode === 'enabled'
  const thinks = manual || mode === 'adaptive'
  for (const { key, setting: from, refuses } of ranges) {
    const value = config[from]
    if (typeof value !== 'number') continue
    const usual = from === 'topK' ? undefined : 1
    const fixed = value !== usual && (!rules.sampling || (thinks && from !== 'topP'))
    const beside = from === 'topP' && request.temperature !== undefined
    const why =
      refuses(value) ??
      (fixed ? `${name} takes only the default${rules.sampling ? ' while it thinks' : ''}` : null) ??
      (beside ? 'it does not go together with temperature' : null)
    if (why === null) set(key, value, from)
    else drop(from, why)
  }
  for (const key of ['seed', 'presencePenalty', 'frequencyPenalty'] as const)
    if (config[key] !== undefined) drop(key, 'Anthropic has no such setting')
  const stops = config.stopSequences?.filter(stop => stop.trim() !== '') ?? []
  if (stops.length < (config.stopSequences?.length ?? 0))
    drop('stopSequences', 'one of them is only white space')
  if (stops.length > 0) set('stop_sequences', [...stops], 'stopSequences')
  emitToolChoice(setting, request, manual, drop)
  const output: NonNullable<AnthropicRequest['output_config']> = { ...(request.output_config ?? {}) }
  if (config.reasoningEffort !== undefined) {
    if (rules.effort.includes(config.reasoningEffort))
      output.effort = config.reasoningEffort as NonNullable<typeof output.effort>
    else drop('reasoningEffort', `${name} does not know '${config.reasoningEffort}'`)
  }
  if (schema !== null) {
    output.format = { type: 'json_schema', schema }
    tally.add('schema', 'd:outputSchema', { ...counter.text(toJson(schema)), exact: false })
  }
  if (Object.keys(output).length > 0) {
    request.output_config = output
    if (schema !== null) origins.key(output, 'format', 'd:outputSchema')
    if (output.effort) origins.key(output, 'effort', 'd:generateConfig.reasoningEffort')
  }
}

type Drop = (key: string, why: string, at?: string) => void

/** Thinking as it was imported, where this model takes it so (A14). */
function emitThinking(
  { facts: { rules }, config, model }: Setting<AnthropicRules>,
  request: AnthropicRequest,
  drop: Drop,
): void {
  const { type, budget_tokens: budget } = thinkingOf(request) ?? {}
  if (type === undefined) return
  const blocked = type === 'disabled' && rules.disabledEffortBlocked?.includes(config.reasoningEffort ?? '')
  const why =
    blocked || !(rules.thinking as readonly string[]).includes(type)
      ? `${model ?? 'the model'} does not take '${type}'`
      : type === 'enabled' && !(typeof budget === 'number' && budget >= leastBudget)
        ? `its budget is less than ${leastBudget}`
        : type === 'enabled' && (budget as number) >= request.max_tokens
          ? 'its budget is not below the output limit'
          : null
  if (why === null) return
  dropThinking(request)
  drop('thinking', why, 'd:extra.thinking')
}

/** Tokens to think with, at the least. */
const leastBudget = 1_024

function emitToolChoice(
  setting: Setting<AnthropicRules>,
  request: AnthropicRequest,
  manual: boolean,
  drop: Drop,
): void {
  const { config, origins, names } = setting
  const { toolChoice, parallelToolCalls } = config
  if (toolChoice === undefined && parallelToolCalls === undefined) return
  if (!request.tools)
    return toolChoice === undefined || toolChoice === 'auto' || toolChoice === 'none'
      ? undefined
      : drop('toolChoice', 'no tools are declared')
  const forced = toolChoice === 'required' || typeof toolChoice === 'object'
  const undeclared =
    typeof toolChoice === 'object' && !request.tools.some(tool => tool.name === names.toWire(toolChoice.tool))
  if (forced && (manual || undeclared)) {
    drop(
      'toolChoice',
      undeclared ? 'the tool is not declared' : 'a call cannot be forced while thinking is enabled',
    )
  } else {
    const choice = wireChoice(toolChoice ?? 'auto', parallelToolCalls, name => names.toWire(name))
    request.tool_choice = choice
    origins.key(request, 'tool_choice', 'd:generateConfig.toolChoice')
  }
}

function wireChoice(
  choice: ToolChoice,
  parallel: boolean | undefined,
  wire: (name: string) => string,
): WireChoice {
  if (choice === 'none') return { type: 'none' }
  const flag = parallel === undefined ? {} : { disable_parallel_tool_use: !parallel }
  if (choice === 'auto') return { type: 'auto', ...flag }
  return choice === 'required' ? { type: 'any', ...flag } : { type: 'tool', name: wire(choice.tool), ...flag }
}
