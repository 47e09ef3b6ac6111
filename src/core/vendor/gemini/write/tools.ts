import { type FunctionTool, isNative, type NativeTool } from '../../../agent/agent.ts'
import { parametersUnsupported, schemaLoosened, settingDropped, toolDropped } from '../../../diag/target.ts'
import { functionsImpossible } from '../../../diag/tools.ts'
import { type Count, formulaCount } from '../../../ir/count.ts'
import { isObject } from '../../../ir/json.ts'
import type { GeminiRules } from '../../../ir/model.ts'
import { type HeadTally, uniqueTools } from '../../../target/head.ts'
import { nativeLabel } from '../../../target/native-tool.ts'
import type { Setting } from '../../../target/target.ts'
import { toJson } from '../../../text/json.ts'
import { copyJson, wellFormed } from '../../../text/well-formed.ts'
import type { FunctionDeclaration, GeminiTool } from './request.ts'
import { legalSchema } from './schema.ts'

/** Estimates a tool's tokens from its JSON, because the model sees another form of the tool. */
function toolCount({ counter }: Setting<GeminiRules>, declared: object): Count {
  const text = counter.text(toJson(declared))
  return formulaCount(text.estimate + counter.tool.estimate, text.max + counter.tool.max)
}

/** Writes the declared tools in wire form: Google's own tools, and one tool with all functions. */
export function emitTools(setting: Setting<GeminiRules>, tally: HeadTally): GeminiTool[] {
  const { facts, model, origins } = setting
  const declared = uniqueTools(setting, tally)
  const functions = declared.filter((tool): tool is FunctionTool => !isNative(tool))
  if (functions.length > 0 && !facts.rules.functions) tally.say(functionsImpossible(model ?? 'the model'))
  const mixed = functions.length === 0 || facts.rules.mixedTools
  const tools = declared.filter(isNative).flatMap(tool => emitNative(setting, tool, mixed, tally))
  if (functions.length === 0) return tools
  if (functions.some(({ strict }) => strict === true))
    tally.say(settingDropped('strict', 'Gemini has no such setting for a function', 'd:tools'))
  const written = functions.map(tool => writeFunctionDeclaration(setting, tool, tally))
  return [...tools, origins.recordWhole({ functionDeclarations: written }, 'd:tools')]
}

function emitNative(
  setting: Setting<GeminiRules>,
  { native }: NativeTool,
  mixed: boolean,
  tally: HeadTally,
): GeminiTool[] {
  const held = Object.keys(native.payload)
  const name = native.format === 'gemini' ? (held[0] ?? 'unknown') : nativeLabel(native.payload)
  const at = `d:tool:${name}`
  const dropNativeTool = (why: string): [] => {
    tally.say(toolDropped(name, why, at))
    return []
  }
  if (native.format !== 'gemini') return dropNativeTool('it is a tool of another provider')
  if (held.length === 0) return []
  if (!mixed) return dropNativeTool('the model does not accept it together with functions')
  const tool = setting.origins.recordWhole(copyJson(native.payload) as GeminiTool, at)
  tally.addDeclaration('tools', at, toolCount(setting, tool))
  return [tool]
}

function writeFunctionDeclaration(
  setting: Setting<GeminiRules>,
  tool: FunctionTool,
  tally: HeadTally,
): FunctionDeclaration {
  const at = `d:tool:${tool.name}`
  const parameters = parametersOf(tool, at, tally)
  const extra = tool.extra?.format === 'gemini' ? copyJson(tool.extra.fields) : {}
  const declared = setting.origins.recordWhole(
    {
      ...extra,
      name: setting.names.toWire(tool.name),
      ...(tool.description !== undefined && { description: wellFormed(tool.description) }),
      ...(parameters && { parametersJsonSchema: parameters }),
    },
    at,
  )
  tally.addDeclaration('tools', at, toolCount(setting, declared))
  return declared
}

/** Returns a function's parameters in the form that the API accepts; undefined if there are none. */
function parametersOf(tool: FunctionTool, at: string, tally: HeadTally): Record<string, unknown> | undefined {
  const { parameters } = tool
  if (!isObject(parameters)) return undefined
  if (parameters.type !== undefined && parameters.type !== 'object') {
    tally.say(parametersUnsupported(tool.name))
    return undefined
  }
  if (isEmpty(parameters)) return undefined
  const { schema, lost } = legalSchema(parameters)
  if (lost.length > 0) tally.say(schemaLoosened(at, lost))
  return { type: 'object', ...schema }
}

/** Whether parameters are an object without properties. Such parameters are omitted. */
const isEmpty = ({ type, properties, additionalProperties, ...more }: Record<string, unknown>): boolean =>
  Object.keys(more).every(key => key === '$schema' || key === 'required') &&
  (additionalProperties === undefined || additionalProperties === false) &&
  (properties === undefined || (isObject(properties) && Object.keys(properties).length === 0))
