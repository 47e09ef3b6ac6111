import { type FunctionTool, isNative, type NativeTool } from '../../../agent/agent.ts'
import { parametersUnsupported, toolDropped } from '../../../diag/target.ts'
import { type Count, formulaCount } from '../../../ir/count.ts'
import { isObject } from '../../../ir/json.ts'
import { readCustomTool } from '../../../target/custom-tool.ts'
import { type HeadTally, uniqueTools } from '../../../target/head.ts'
import { nativeLabel } from '../../../target/native-tool.ts'
import { sayLoss } from '../../../target/sent-schema.ts'
import type { Setting } from '../../../target/target.ts'
import { type Weight, weighMessage } from '../../../target/weight.ts'
import { toJson } from '../../../text/json.ts'
import { safeString } from '../../../text/reason.ts'
import { wellFormed } from '../../../text/well-formed.ts'
import { toolPrompt } from '../../anthropic/write/models.ts'
import { vendorOfProvider } from '../forms/owner.ts'
import type { AISDKRules } from './models.ts'
import type { AISDKRequest, ToolDeclaration } from './request.ts'
import { toolSchema } from './schema.ts'
import { VendorSubset } from './subset.ts'
import { outsideOfRequest, toolsOfMessages } from './told.ts'

type Settings = Setting<AISDKRules>

const emptySchema = (): Record<string, unknown> => ({ type: 'object', properties: {} })

/** Estimates a tool's tokens from its JSON, because only the provider knows the form that the model sees. */
function countSDKTool({ counter }: Settings, declared: object): Count {
  const text = counter.text(toJson(declared))
  return formulaCount(text.estimate + counter.tool.estimate, text.max + counter.tool.max)
}

/** Estimates the tokens of the tool prompt that a provider adds once to each request with declared tools. */
export function promptCount({ facts }: Settings): Count {
  if (facts.rules.vendor !== 'anthropic') return formulaCount(0, 0)
  const { auto, forced, max } = toolPrompt(facts.family)
  return formulaCount(auto, max ?? Math.max(auto, forced))
}

/**
 * Returns a declaration for a tool that is called in the history but not declared. The model may call the tool, but no
 * code runs it.
 */
export const bareTool = (): ToolDeclaration => ({ inputSchema: toolSchema(emptySchema()) })

/** Estimates the tokens of a declaration without description and parameters. */
export const bareCount = (setting: Settings, name: string): Count =>
  countSDKTool(setting, { name, parameters: emptySchema() })

/** Returns the fields of a tool declaration that the model sees. */
function shownFields(name: string, tool: object): object {
  const { description, inputSchema, strict } = tool as ToolDeclaration
  return { name, description, parameters: inputSchema.jsonSchema, strict }
}

/** Returns the weight (sizes other than tokens) of everything in a request except the messages. */
export const headWeight = ({ system, tools = {} }: Omit<AISDKRequest, 'messages'>): Weight => {
  const declared = Object.entries(tools).map(([name, tool]) => {
    const { args } = tool as { readonly args?: unknown }
    return tool.inputSchema === undefined ? { name, args } : shownFields(name, tool)
  })
  return weighMessage({ system, declared })
}

/** Writes the declared tools as a record by name. */
export function emitTools(setting: Settings, tally: HeadTally): AISDKRequest['tools'] {
  const subset = new VendorSubset(setting.facts.rules.vendor)
  const declared = uniqueTools(setting, tally).flatMap(tool => {
    const entry = isNative(tool)
      ? declareNative(setting, tool, tally)
      : declareSDKTool(setting, tool, subset, tally)
    if (entry === null) return []
    const [name, wire] = entry
    const origin = `d:tool:${isNative(tool) ? name : tool.name}`
    tally.addDeclaration(
      'tools',
      origin,
      countSDKTool(setting, isNative(tool) ? wire : shownFields(name, wire)),
    )
    return [[name, setting.origins.recordWhole(wire, origin)] as const]
  })
  // Their tokens are those of the messages that declare them.
  const outside = toolsOfMessages(setting).map(tool => {
    const [name, wire] = declareSDKTool(setting, tool, subset, tally)
    const sent = outsideOfRequest(wire, setting.facts.rules)
    return [name, setting.origins.recordWhole(sent, `d:tool:${tool.name}`)] as const
  })
  if (declared.length + outside.length === 0) return undefined
  tally.addDeclaration('tools', 'd:tools', promptCount(setting))
  return Object.fromEntries([...declared, ...outside]) as AISDKRequest['tools']
}

/** Whether a tool is declared as OpenAI's custom tool. The converter writes its calls with a text as input. */
export const isCustomTool = ({ agent, facts }: Settings, name: string): boolean =>
  facts.rules.reader.ownTools.includes('openai') &&
  (agent.tools ?? []).some(tool => isNative(tool) && readCustomTool(tool.native)?.name === name)

/** Writes a provider-specific tool; drops and reports it if the request is sent to another provider. */
function declareNative(
  { facts }: Settings,
  { native }: NativeTool,
  tally: HeadTally,
): readonly [string, object] | null {
  const { name, ...payload } = native.payload
  const own = native.format === 'ai-sdk' && typeof name === 'string'
  const owner = own ? vendorOfProvider(safeString(payload.id).split('.', 1)[0] ?? '') : null
  const { vendor } = facts.rules
  if (own && (owner === null || owner === vendor)) return [name, payload]
  const custom = vendor === 'openai' && facts.rules.reader.ownTools.includes('openai')
  const read = custom && !own ? readCustomTool(native) : null
  if (read !== null) {
    const { name: declared, ...args } = read
    return [declared, { type: 'provider', id: 'openai.custom', args }]
  }
  const label = nativeLabel(native.payload)
  tally.say(toolDropped(label, 'it is a tool of another provider', `d:tool:${label}`))
  return null
}

/** Writes a declared tool for `generateText`, with its imported fields, such as `execute`. */
function declareSDKTool(
  { names }: Settings,
  tool: FunctionTool,
  subset: VendorSubset,
  tally: HeadTally,
): readonly [string, object] {
  const { inputSchema: original, ...rest } = (
    tool.extra?.format === 'ai-sdk' ? tool.extra.fields : {}
  ) as Record<string, unknown>
  const at = `d:tool:${tool.name}`
  const given = isObject(tool.parameters) ? tool.parameters : emptySchema()
  if (given.type !== undefined && given.type !== 'object') tally.say(parametersUnsupported(tool.name))
  const object = given.type === 'object' ? given : { ...given, type: 'object' }
  const sent = subset.parameters(object, tool.strict === true)
  sayLoss(sent, at, tally)
  const wire = {
    ...(tool.description !== undefined && { description: wellFormed(tool.description) }),
    inputSchema: toolSchema(sent.schema, original),
    ...(tool.strict !== undefined && { strict: sent.strict }),
    ...rest,
  }
  return [names.toWire(tool.name), wire]
}
