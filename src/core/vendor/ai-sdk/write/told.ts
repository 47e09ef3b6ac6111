import type { FunctionTool } from '../../../agent/agent.ts'
import { isNative } from '../../../agent/agent.ts'
import { isObject } from '../../../ir/json.ts'
import type { Setting } from '../../../target/target.ts'
import { optionsForTarget, optionsUnder } from '../rows/options.ts'
import type { AISDKRules } from './models.ts'
import { openaiName, setOption } from './provider-option.ts'
import type { AISDKRequest, ProviderOptions, WireJson } from './request.ts'

type Settings = Setting<AISDKRules>
type Head = Omit<AISDKRequest, 'messages'>

/**
 * Option by which a package does not send a tool to the model with the request, because a message declares the tool.
 * `generateText` still needs the tool, to validate and run its calls.
 */
const outsideRequest: Readonly<Record<string, string>> = {
  openai: 'omitFromRequestTools',
  anthropic: 'deferLoading',
}

/**
 * Returns the tools that only messages declare. Claude's request keeps those that are no longer declared, because a
 * tool that was called must stay as it is.
 */
export function toolsOfMessages({ agent, facts, names }: Settings): readonly FunctionTool[] {
  const { vendor, reader } = facts.rules
  if (reader.changes?.kinds.includes('tool-added') !== true) return []
  const { announced = [], withdrawn = [] } = agent
  const begun = new Set(
    (agent.tools ?? []).map(tool => (isNative(tool) ? tool.native.payload.name : names.toWire(tool.name))),
  )
  return [...announced, ...(vendor === 'anthropic' ? withdrawn : [])].flatMap(tool =>
    isNative(tool) || begun.has(names.toWire(tool.name)) ? [] : [tool],
  )
}

/** Returns a declaration that the package does not send with the request. */
export function outsideOfRequest<Tool extends { providerOptions?: ProviderOptions }>(
  tool: Tool,
  { vendor }: AISDKRules,
): Tool {
  const own = tool.providerOptions?.[vendor] ?? {}
  const field = outsideRequest[vendor] as string
  return { ...tool, providerOptions: { ...tool.providerOptions, [vendor]: { ...own, [field]: true } } }
}

/** Whether a declaration is not part of what the model reads before the messages. */
export const isOutsideRequest = (tool: unknown): boolean =>
  Object.entries(outsideRequest).some(([vendor, field]) => optionsUnder(tool, [vendor])?.[field] === true)

/** Returns the output format of a request as OpenAI's package takes it in its options. */
export function textFormatOf({ responseFormat, providerOptions }: Head): { [key: string]: WireJson } {
  if (responseFormat?.schema === undefined) return { type: 'text' }
  const { schema, name = 'response', description } = responseFormat
  const { strictJsonSchema } = optionsForTarget({ providerOptions }, 'openai')
  return {
    type: 'json_schema',
    strict: strictJsonSchema !== false,
    name,
    ...(description !== undefined && { description }),
    schema: schema as { [key: string]: WireJson },
  }
}

/**
 * Writes the options with which OpenAI's package sends the declarations that requests begin with: only declared tools
 * are allowed, and the format stays, whatever `output` the app gives to `generateText`.
 */
export function keepTold(setting: Settings, request: Head): void {
  const { agent, facts, names } = setting
  const { vendor, reader } = facts.rules
  if (vendor !== 'openai' || reader.changes?.options === undefined) return
  const { told = [], withdrawn = [] } = agent
  const key = openaiName(request, reader)
  if (told.includes('format'))
    setOption(setting, request, key, { textFormat: textFormatOf(request) }, 'd:outputSchema')
  const { toolChoice = 'auto', tools = {} } = request
  if (withdrawn.length === 0 || (toolChoice !== 'auto' && toolChoice !== 'required')) return
  const gone = new Set(withdrawn.map(({ name }) => names.toWire(name)))
  const toolNames = Object.keys(tools).filter(name => !gone.has(name))
  if (toolNames.length === 0) request.toolChoice = 'none'
  else if (!isObject(request.providerOptions?.[key]?.allowedTools))
    setOption(
      setting,
      request,
      key,
      { allowedTools: { toolNames, mode: toolChoice } },
      'd:generateConfig.toolChoice',
    )
}
