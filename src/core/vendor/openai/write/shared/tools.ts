import { type FunctionTool, isNative, type Tool } from '../../../../agent/agent.ts'
import { parametersUnsupported, toolDropped } from '../../../../diag/target.ts'
import { type Count, formulaCount } from '../../../../ir/count.ts'
import type { OpenAIRules } from '../../../../ir/model.ts'
import { readCustomTool, writeCustomTool } from '../../../../target/custom-tool.ts'
import { type HeadTally, uniqueTools } from '../../../../target/head.ts'
import { nativeLabel } from '../../../../target/native-tool.ts'
import { sayLoss } from '../../../../target/sent-schema.ts'
import type { Setting } from '../../../../target/target.ts'
import { toJson } from '../../../../text/json.ts'
import { safeString } from '../../../../text/reason.ts'
import { wellFormed } from '../../../../text/well-formed.ts'
import { parametersOf } from './schema.ts'

/** Declaration of a function, as both OpenAI APIs write it. */
export interface FunctionDeclaration {
  name: string
  description?: string
  parameters: Record<string, unknown>
  strict: boolean
}

/** Estimates a tool's tokens from its JSON, because the model sees another form of the tool. */
function toolCount({ counter }: Setting<OpenAIRules>, declared: object): Count {
  const text = counter.text(toJson(declared))
  return formulaCount(text.estimate, text.max + 16)
}

function declareFunction(
  setting: Setting<OpenAIRules>,
  tool: FunctionTool,
  tally: HeadTally,
): FunctionDeclaration {
  const at = `d:tool:${tool.name}`
  const parameters = parametersOf(tool.parameters, tool.strict === true)
  if (parameters === null) tally.say(parametersUnsupported(tool.name))
  else sayLoss(parameters, at, tally)
  return {
    name: setting.names.toWire(tool.name),
    ...(tool.description !== undefined && { description: wellFormed(tool.description) }),
    parameters: parameters?.schema ?? {},
    strict: parameters?.strict ?? false,
  }
}

/** Writes the declared tools in wire form. `wrap` puts a function's declaration into the form of the API. */
export function emitTools(
  setting: Setting<OpenAIRules>,
  format: 'openai' | 'openai-chat',
  tally: HeadTally,
  wrap: (declared: FunctionDeclaration, tool: FunctionTool) => object,
): object[] {
  return uniqueTools(setting, tally).flatMap((tool: Tool) => {
    if (isNative(tool)) {
      const custom = tool.native.format === format ? null : readCustomTool(tool.native)
      if (tool.native.format !== format && custom === null) {
        const label = nativeLabel(tool.native.payload)
        tally.say(toolDropped(label, 'it is a tool of another API', `d:tool:${label}`))
        return []
      }
      const payload = custom === null ? tool.native.payload : writeCustomTool(custom, format)
      const type = safeString(payload.type)
      const declared = setting.origins.recordWhole({ ...payload }, `d:tool:${type}`)
      tally.addDeclaration('tools', `d:tool:${type}`, toolCount(setting, declared))
      return [declared]
    }
    const origin = `d:tool:${tool.name}`
    const declared = setting.origins.recordWhole(wrap(declareFunction(setting, tool, tally), tool), origin)
    tally.addDeclaration('tools', origin, toolCount(setting, declared))
    return [declared]
  })
}
