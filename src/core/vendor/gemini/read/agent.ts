import type { Agent, GenerateConfig, OutputSchema, Tool, ToolChoice } from '../../../agent/agent.ts'
import { callOnlyFields } from '../../../from/call-settings.ts'
import {
  finiteNumber,
  givenField,
  keepFields,
  listOr,
  type Raw,
  restFields,
  stringOr,
} from '../../../from/read.ts'
import { isObject, type JsonObject } from '../../../ir/json.ts'
import { isTooDeep } from '../../../text/depth.ts'
import { camelKeys } from './read.ts'
import { jsonSchema } from './schema.ts'

const format = 'gemini'

/**
 * Settings that this file reads. All other settings are kept and sent back. The target reports those that the client
 * does not send.
 */
const readFields = (
  'systemInstruction tools temperature topP topK maxOutputTokens stopSequences seed presencePenalty frequencyPenalty ' +
  'responseMimeType responseSchema responseJsonSchema'
).split(' ')

/**
 * Returns the settings of a request under the client's names. The request may be the client's, a REST body or a
 * mixture.
 */
export function configOf(request: Raw): Raw {
  const { model: _, contents: __, config, generationConfig, ...body } = camelKeys(request, 0)
  return { ...body, ...camelKeys(generationConfig, 0), ...camelKeys(config, 0) }
}

/** Returns the names of request fields that only configure the app's own call. */
export const geminiCallFields = (request: Raw): string[] =>
  callOnlyFields('gemini', configOf(request), [...readFields, 'toolConfig'])

/**
 * Returns the texts of a system instruction, which may be a string, a part, a content, or a list of strings and parts.
 */
function systemInstructionTexts(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  if (Array.isArray(value)) return value.flatMap(systemInstructionTexts)
  if (!isObject(value)) return []
  if (value.parts !== undefined) return systemInstructionTexts(value.parts)
  return typeof value.text === 'string' && value.text !== '' ? [value.text] : []
}

/**
 * Returns one tool for each function of a wire tool. If the wire tool has other fields too, a native tool with these
 * fields comes first.
 */
export function readTool(value: unknown): Tool[] {
  const { functionDeclarations, ...own } = camelKeys(value, 0)
  const functions = listOr(functionDeclarations).map(readFunction)
  const kept = restFields(format, own, [])
  return kept ? [{ native: { format, payload: kept.fields } }, ...functions] : functions
}

function readFunction(value: unknown): Tool {
  const raw = camelKeys(value, 0)
  const { parametersJsonSchema: schema, parameters: own } = raw
  const parameters = isObject(schema)
    ? (schema as JsonObject)
    : isObject(own)
      ? jsonSchema(own as JsonObject)
      : null
  return {
    name: stringOr(raw.name),
    ...givenField('description', typeof raw.description === 'string' ? raw.description : undefined),
    ...givenField('parameters', parameters),
    ...givenField('extra', keepFields(format, raw, ['behavior', 'response', 'responseJsonSchema'])),
  }
}

/** Returns a tool choice that every provider supports; undefined for a choice that no other API has. */
function readToolChoice(toolConfig: Raw): ToolChoice | undefined {
  const { mode, allowedFunctionNames: allowed } = camelKeys(toolConfig.functionCallingConfig, 0)
  if (mode === 'AUTO') return 'auto'
  if (mode === 'NONE') return 'none'
  if (mode !== 'ANY') return undefined
  const names = listOr(allowed).filter(name => typeof name === 'string')
  if (names.length === 0) return 'required'
  return names.length === 1 && names[0] !== undefined ? { tool: names[0] } : undefined
}

function readSchema({
  responseMimeType: type,
  responseJsonSchema: schema,
  responseSchema: own,
}: Raw): OutputSchema | undefined {
  // If the answer has another media type, such as an enum's, the schema does not describe JSON.
  if (type !== undefined && type !== 'application/json') return undefined
  if (isObject(schema)) return { schema: schema as JsonObject }
  return isObject(own) ? { schema: jsonSchema(own as JsonObject) } : undefined
}

const readStopSequences = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) ? value.filter(stop => typeof stop === 'string') : undefined

function readConfig(config: Raw, choice: ToolChoice | undefined): GenerateConfig {
  const { thinkingLevel: level } = camelKeys(config.thinkingConfig, 0)
  return {
    ...givenField('temperature', finiteNumber(config.temperature)),
    ...givenField('topP', finiteNumber(config.topP)),
    ...givenField('topK', finiteNumber(config.topK)),
    ...givenField('maxOutputTokens', finiteNumber(config.maxOutputTokens)),
    ...givenField('stopSequences', readStopSequences(config.stopSequences)),
    ...givenField('seed', finiteNumber(config.seed)),
    ...givenField('presencePenalty', finiteNumber(config.presencePenalty)),
    ...givenField('frequencyPenalty', finiteNumber(config.frequencyPenalty)),
    ...givenField('toolChoice', choice),
    ...givenField('reasoningEffort', typeof level === 'string' ? level.toLowerCase() : undefined),
  }
}

/** Returns the agent that a generateContent request describes. `leading` are system contents at the beginning. */
export function geminiAgent(request: Raw, leading: readonly unknown[]): Agent {
  const config = configOf(request)
  const model = stringOr(request.model)
  const instruction = [
    ...systemInstructionTexts(config.systemInstruction),
    ...leading.flatMap(systemInstructionTexts),
  ]
  const tools = listOr(config.tools).flatMap(readTool)
  const schema = readSchema(config)
  const toolConfig = camelKeys(config.toolConfig, 0)
  const choice = readToolChoice(toolConfig)
  const generate = readConfig(config, choice)
  const kept = restFields(
    format,
    {
      ...config,
      toolConfig: omitKeys(toolConfig, choice ? ['functionCallingConfig'] : []),
      thinkingConfig: omitKeys(camelKeys(config.thinkingConfig, 0), ['thinkingLevel']),
    },
    [...readFields, ...geminiCallFields(request)].filter(
      key => schema || !answerFields(config).includes(key),
    ),
  )
  return {
    name: 'agent',
    identity: false,
    ...(model && { model }),
    ...(instruction.length > 0 && { staticInstruction: instruction.map(text => ({ text })) }),
    ...(tools.length > 0 && { tools }),
    ...givenField('outputSchema', schema),
    ...(Object.keys(generate).length > 0 && { generateConfig: generate }),
    ...givenField('extra', kept),
  }
}

/**
 * Returns the fields that describe the format of the answer: the media type and its schema. Returns none without a
 * media type.
 */
function answerFields({
  responseMimeType: type,
  responseJsonSchema: schema,
  responseSchema: own,
}: Raw): string[] {
  if (typeof type !== 'string') return []
  const key = isObject(schema) ? ['responseJsonSchema'] : isObject(own) ? ['responseSchema'] : []
  return ['responseMimeType', ...key]
}

/** Returns an object without some of its keys; undefined if no other key has a value, or if the object is too deep. */
function omitKeys(raw: Raw, without: readonly string[]): JsonObject | undefined {
  return isTooDeep(raw) ? undefined : restFields(format, raw, without)?.fields
}
