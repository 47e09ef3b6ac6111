import { type FunctionTool, isNative, type NativeTool } from '../../agent/agent.ts'
import { schemaReduced, schemaUnsupported, settingDropped } from '../../diag/target.ts'
import { type Count, formula } from '../../ir/count.ts'
import { isObject } from '../../ir/json.ts'
import type { AnthropicRules } from '../../ir/model.ts'
import { toJson } from '../../text/json.ts'
import { wellFormed } from '../../text/well-formed.ts'
import { type HeadTally, uniqueTools } from '../head.ts'
import { examineSchema } from '../schema.ts'
import type { Setting } from '../target.ts'
import { toolPrompt } from './models.ts'
import { emptySchema, type ToolChoice, type ToolDeclaration } from './request.ts'
import { rootUnions, strictLimits, strictSubset } from './schema.ts'

type Schema = ToolDeclaration['input_schema']

/** Tools are counted as their JSON, by formula: the wire form is the provider's own. */
export function toolCount({ counter }: Setting<AnthropicRules>, declared: object): Count {
  const text = counter.text(toJson(declared))
  return formula(text.estimate + counter.tool.estimate, text.max + counter.tool.max)
}

/** What the API itself says to the model about tools, once for each request that declares any. */
export function toolPromptCount({ facts }: Setting<AnthropicRules>, choice: ToolChoice | undefined): Count {
  const { auto, forced, max } = toolPrompt(facts.family)
  const isForced = choice?.type === 'any' || choice?.type === 'tool'
  return formula(isForced ? forced : auto, max ?? Math.max(auto, forced))
}

/** What the strict tools of one request have spent of their shared limits. */
interface Spent {
  tools: number
  optional: number
  unions: number
}

/** The declared tools in wire form. */
export function emitTools(setting: Setting<AnthropicRules>, tally: HeadTally): ToolDeclaration[] {
  const spent: Spent = { tools: 0, optional: 0, unions: 0 }
  return uniqueTools(setting, tally).flatMap(tool => {
    const declared = isNative(tool)
      ? declareNative(setting, tool, tally)
      : declare(setting, tool, spent, tally)
    if (declared === null) return []
    const origin = setting.origins.at(declared).whole as string
    tally.add('tools', origin, toolCount(setting, declared))
    return [declared]
  })
}

function declareNative(
  { origins }: Setting<AnthropicRules>,
  { native }: NativeTool,
  tally: HeadTally,
): ToolDeclaration | null {
  const name = String(native.payload.name ?? native.payload.type)
  if (native.format === 'anthropic')
    return origins.whole({ ...native.payload }, `d:tool:${name}`) as unknown as ToolDeclaration
  tally.say(
    settingDropped(
      'tools',
      `a tool of another provider ('${name}') cannot be sent to Anthropic`,
      `d:tool:${name}`,
    ),
  )
  return null
}

function declare(
  { names, origins }: Setting<AnthropicRules>,
  tool: FunctionTool,
  spent: Spent,
  tally: HeadTally,
): ToolDeclaration {
  const at = `d:tool:${tool.name}`
  const schema = inputSchema(tool, tally)
  const strict =
    tool.strict === true && mayBeStrict(schema, spent, lost => tally.say(schemaReduced(at, lost)))
  return origins.whole(
    {
      name: names.toWire(tool.name),
      ...(tool.description !== undefined && { description: wellFormed(tool.description) }),
      input_schema: schema,
      ...(tool.extra?.format === 'anthropic' && tool.extra.fields),
      ...(strict && { strict }),
    },
    at,
  )
}

/** The parameters as the API takes them: an object, with no choice at its root. */
function inputSchema({ name, parameters }: FunctionTool, tally: HeadTally): Schema {
  if (!isObject(parameters)) return { ...emptySchema } as Schema
  if (parameters.type !== undefined && parameters.type !== 'object') {
    tally.say(schemaUnsupported(name, 'root'))
  }
  const unions = rootUnions.filter(key => parameters[key] !== undefined)
  if (parameters.type === 'object' && unions.length === 0) return parameters as Schema
  if (unions.length > 0)
    tally.say(
      schemaReduced(
        `d:tool:${name}`,
        unions.map(key => `# ${key}`),
      ),
    )
  const kept = Object.entries(parameters).filter(([key]) => !(unions as readonly string[]).includes(key))
  return { ...Object.fromEntries(kept), type: 'object' }
}

function mayBeStrict(schema: Schema, spent: Spent, refuse: (lost: readonly string[]) => void): boolean {
  const { beyond, optional, unions } = examineSchema(schema, strictSubset)
  const full =
    spent.tools + 1 > strictLimits.tools ||
    spent.optional + optional > strictLimits.optional ||
    spent.unions + unions > strictLimits.unions
  if (beyond.length > 0 || full) {
    refuse(
      beyond.length > 0
        ? beyond
        : ['more strict tools, optional parameters or unions than a request may have'],
    )
    return false
  }
  spent.tools++
  spent.optional += optional
  spent.unions += unions
  return true
}
