import { type FunctionTool, isNative, type NativeTool } from '../../../agent/agent.ts'
import { parametersUnsupported, settingDropped } from '../../../diag/target.ts'
import { type Count, formulaCount } from '../../../ir/count.ts'
import { isObject } from '../../../ir/json.ts'
import type { AnthropicRules } from '../../../ir/model.ts'
import { type HeadTally, uniqueTools } from '../../../target/head.ts'
import { nativeLabel } from '../../../target/native-tool.ts'
import { sayLoss } from '../../../target/sent-schema.ts'
import type { Setting } from '../../../target/target.ts'
import { toJson } from '../../../text/json.ts'
import { wellFormed } from '../../../text/well-formed.ts'
import { toolPrompt } from './models.ts'
import { parametersOf } from './parameters.ts'
import { emptySchema, type ToolChoice, type ToolDeclaration } from './request.ts'
import type { Spent } from './spent.ts'

type Schema = ToolDeclaration['input_schema']

/** Estimates a tool's tokens from its JSON, because only the provider knows the form that the model sees. */
export function toolCount({ counter }: Setting<AnthropicRules>, declared: object): Count {
  const text = counter.text(toJson(declared))
  return formulaCount(text.estimate + counter.tool.estimate, text.max + counter.tool.max)
}

/** Estimates the tokens of the tool prompt that the API adds once to each request with declared tools. */
export function toolPromptCount({ facts }: Setting<AnthropicRules>, choice: ToolChoice | undefined): Count {
  const { auto, forced, max } = toolPrompt(facts.family)
  const isForced = choice?.type === 'any' || choice?.type === 'tool'
  return formulaCount(isForced ? forced : auto, max ?? Math.max(auto, forced))
}

/** Writes the declared tools in wire form. */
export function emitTools(
  setting: Setting<AnthropicRules>,
  spent: Spent,
  tally: HeadTally,
): ToolDeclaration[] {
  const { facts, model } = setting
  const declared = uniqueTools(setting, tally)
  const strict = declared.some(tool => !isNative(tool) && tool.strict === true)
  if (strict && !facts.rules.structuredOutputs)
    tally.say(settingDropped('strict', `${model ?? 'the model'} accepts no strict tools`, 'd:tools'))
  return declared.flatMap(tool => {
    const wire = isNative(tool)
      ? declareNative(setting, tool, tally)
      : declareClaudeTool(setting, tool, spent, tally)
    if (wire === null) return []
    const origin = setting.origins.originsIn(wire).whole as string
    tally.addDeclaration('tools', origin, toolCount(setting, wire))
    return [wire]
  })
}

function declareNative(
  { origins }: Setting<AnthropicRules>,
  { native }: NativeTool,
  tally: HeadTally,
): ToolDeclaration | null {
  const name = nativeLabel(native.payload)
  if (native.format === 'anthropic')
    return origins.recordWhole({ ...native.payload }, `d:tool:${name}`) as unknown as ToolDeclaration
  tally.say(
    settingDropped(
      'tools',
      `a tool of another provider ('${name}') cannot be sent to Anthropic`,
      `d:tool:${name}`,
    ),
  )
  return null
}

function declareClaudeTool(
  { names, origins, facts }: Setting<AnthropicRules>,
  tool: FunctionTool,
  spent: Spent,
  tally: HeadTally,
): ToolDeclaration {
  const at = `d:tool:${tool.name}`
  const given = isObject(tool.parameters) ? tool.parameters : { ...emptySchema }
  if (given.type !== undefined && given.type !== 'object') tally.say(parametersUnsupported(tool.name))
  const sent = parametersOf(given, tool.strict === true && facts.rules.structuredOutputs, spent)
  sayLoss(sent, at, tally)
  return origins.recordWhole(
    {
      name: names.toWire(tool.name),
      ...(tool.description !== undefined && { description: wellFormed(tool.description) }),
      input_schema: sent.schema as Schema,
      ...(tool.extra?.format === 'anthropic' && tool.extra.fields),
      ...(sent.strict && { strict: true }),
    },
    at,
  )
}
