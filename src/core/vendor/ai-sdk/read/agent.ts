import type {
  Agent,
  GenerateConfig,
  InstructionText,
  OutputSchema,
  Tool,
  ToolChoice,
} from '../../../agent/agent.ts'
import { aiSdkTool, argumentsSchema } from '../../../agent/read-ai-sdk-tool.ts'
import { callFields } from '../../../from/call-settings.ts'
import { givenField, keepFields, list, number, object, type Raw, rest, string } from '../../../from/read.ts'
import { isObject, type JsonObject } from '../../../ir/json.ts'
import { joinedText } from './parts.ts'
import { readSchema } from './schema.ts'

const format = 'ai-sdk'

/** Reads system text in any form: a string, a message or a list of messages. */
function readSystem(system: unknown): InstructionText[] {
  if (typeof system === 'string') return system ? [{ text: system }] : []
  if (Array.isArray(system)) return system.flatMap(readSystem)
  if (!isObject(system)) return []
  const text = joinedText(system.content)
  return text ? [{ text, ...givenField('extra', keepFields(format, system, ['providerOptions'])) }] : []
}

/** Reads a tool from `generateText`'s record of tools, or from the list in a model's call options. */
function readTool(name: string, value: unknown): Tool {
  const raw = object(value)
  return aiSdkTool(name, raw, readSchema(argumentsSchema(raw)))
}

function readTools(tools: unknown): Tool[] {
  if (Array.isArray(tools)) return tools.map(tool => readTool(string(object(tool).name), tool))
  return Object.entries(object(tools)).map(([name, tool]) => readTool(name, tool))
}

function readToolChoice(value: unknown): ToolChoice | undefined {
  const { type, toolName } = object(value)
  const choice = typeof value === 'string' ? value : type
  if (choice === 'auto' || choice === 'none' || choice === 'required') return choice
  return choice === 'tool' && typeof toolName === 'string' ? { tool: toolName } : undefined
}

function readOutput(value: unknown): OutputSchema | undefined {
  const { type, schema, name, description } = object(value)
  if (type !== 'json' || !isObject(schema)) return undefined
  return {
    schema: schema as JsonObject,
    ...givenField('name', typeof name === 'string' ? name : undefined),
    ...givenField('description', typeof description === 'string' ? description : undefined),
  }
}

/** Request fields that the importer reads, here or for the messages. */
const readFields = (
  'model messages prompt instructions system tools toolChoice maxOutputTokens maxTokens temperature topP topK ' +
  'stopSequences seed presencePenalty frequencyPenalty reasoning'
).split(' ')

/** Returns the request fields that only configure the app's call. */
export const aiSdkCallFields = (request: Raw): string[] => callFields('ai-sdk', request, readFields)

/** Returns the agent that `generateText` parameters or a model's call options describe. */
export function aiSdkAgent(request: Raw, model: string | undefined, leading: readonly unknown[]): Agent {
  const instruction = [...readSystem(request.instructions ?? request.system), ...leading.flatMap(readSystem)]
  const tools = readTools(request.tools)
  const schema = readOutput(request.responseFormat)
  const stops = Array.isArray(request.stopSequences)
    ? list(request.stopSequences).filter(stop => typeof stop === 'string')
    : undefined
  const config: GenerateConfig = {
    ...givenField('temperature', number(request.temperature)),
    ...givenField('topP', number(request.topP)),
    ...givenField('topK', number(request.topK)),
    ...givenField('maxOutputTokens', number(request.maxOutputTokens ?? request.maxTokens)),
    ...givenField('stopSequences', stops),
    ...givenField('seed', number(request.seed)),
    ...givenField('presencePenalty', number(request.presencePenalty)),
    ...givenField('frequencyPenalty', number(request.frequencyPenalty)),
    ...givenField('toolChoice', readToolChoice(request.toolChoice)),
    ...givenField('reasoningEffort', typeof request.reasoning === 'string' ? request.reasoning : undefined),
  }
  return {
    name: 'agent',
    identity: false,
    ...(model && { model }),
    ...(instruction.length > 0 && { staticInstruction: instruction }),
    ...(tools.length > 0 && { tools }),
    ...givenField('outputSchema', schema),
    ...(Object.keys(config).length > 0 && { generateConfig: config }),
    ...givenField(
      'extra',
      rest(format, request, [
        ...readFields,
        ...aiSdkCallFields(request),
        ...(schema ? ['responseFormat'] : []),
      ]),
    ),
  }
}
