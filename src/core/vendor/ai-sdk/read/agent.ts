import type {
  Agent,
  GenerateConfig,
  InstructionText,
  OutputSchema,
  Tool,
  ToolChoice,
} from '../../../agent/agent.ts'
import { argumentsSchema, makeAISDKTool } from '../../../agent/read-ai-sdk-tool.ts'
import { callOnlyFields } from '../../../from/call-settings.ts'
import {
  finiteNumber,
  givenField,
  keepFields,
  listOr,
  objectOr,
  type Raw,
  restFields,
  stringOr,
} from '../../../from/read.ts'
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
  const raw = objectOr(value)
  return makeAISDKTool(name, raw, readSchema(argumentsSchema(raw)))
}

function readTools(tools: unknown): Tool[] {
  if (Array.isArray(tools)) return tools.map(tool => readTool(stringOr(objectOr(tool).name), tool))
  return Object.entries(objectOr(tools)).map(([name, tool]) => readTool(name, tool))
}

function readToolChoice(value: unknown): ToolChoice | undefined {
  const { type, toolName } = objectOr(value)
  const choice = typeof value === 'string' ? value : type
  if (choice === 'auto' || choice === 'none' || choice === 'required') return choice
  return choice === 'tool' && typeof toolName === 'string' ? { tool: toolName } : undefined
}

function readOutput(value: unknown): OutputSchema | undefined {
  const { type, schema, name, description } = objectOr(value)
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

/** Returns the names of request fields that only configure the app's own call of `generateText`. */
export const aiSdkCallFields = (request: Raw): string[] => callOnlyFields('ai-sdk', request, readFields)

/** Returns the agent that `generateText` parameters or a model's call options describe. */
export function aiSdkAgent(request: Raw, model: string | undefined, leading: readonly unknown[]): Agent {
  const instruction = [...readSystem(request.instructions ?? request.system), ...leading.flatMap(readSystem)]
  const tools = readTools(request.tools)
  const schema = readOutput(request.responseFormat)
  const stops = Array.isArray(request.stopSequences)
    ? listOr(request.stopSequences).filter(stop => typeof stop === 'string')
    : undefined
  const config: GenerateConfig = {
    ...givenField('temperature', finiteNumber(request.temperature)),
    ...givenField('topP', finiteNumber(request.topP)),
    ...givenField('topK', finiteNumber(request.topK)),
    ...givenField('maxOutputTokens', finiteNumber(request.maxOutputTokens ?? request.maxTokens)),
    ...givenField('stopSequences', stops),
    ...givenField('seed', finiteNumber(request.seed)),
    ...givenField('presencePenalty', finiteNumber(request.presencePenalty)),
    ...givenField('frequencyPenalty', finiteNumber(request.frequencyPenalty)),
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
      restFields(format, request, [
        ...readFields,
        ...aiSdkCallFields(request),
        ...(schema ? ['responseFormat'] : []),
      ]),
    ),
  }
}
