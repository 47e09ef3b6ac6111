import type {
  Agent,
  GenerateConfig,
  InstructionText,
  OutputSchema,
  Tool,
  ToolChoice,
} from '../../../agent/agent.ts'
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
import type { TargetName } from '../../../ir/target-name.ts'
import { readContents } from './parts.ts'

/** Returns the texts of a leading system message, which can contain nothing but text. */
function leadingInstruction(format: TargetName, message: unknown): InstructionText[] {
  const raw = objectOr(message)
  // Both APIs accept the roles `system` and `developer`, so the role is kept.
  const around =
    format === 'openai-chat'
      ? restFields(format, raw, ['content'])
      : keepFields(format, raw, ['role', 'name'])
  const texts = readContents(format, raw.content).filter(part => part.kind === 'text')
  return texts.map((part, at): InstructionText => {
    const piece = placeInContent(part.extra?.fields, at, texts.length)
    const fields = { ...around?.fields, ...(format === 'openai-chat' && piece) }
    return { text: part.text, ...(Object.keys(fields).length > 0 && { extra: { format, fields } }) }
  })
}

/**
 * Returns the place of a text in its message's content, with the text's fields; an empty object for a plain text
 * without fields.
 */
const placeInContent = (fields: JsonObject | undefined, at: number, of: number): JsonObject =>
  of === 1 && fields === undefined
    ? {}
    : {
        content: { at, fields: fields ?? {} },
        ...(fields?.cache_control && { cache_control: fields.cache_control }),
      }

/** Reads a function declaration. Chat Completions nests it under `function`; Responses does not. */
export function readTool(format: TargetName, value: unknown): Tool {
  const raw = objectOr(value)
  const declared = format === 'openai-chat' ? objectOr(raw.function) : raw
  if (raw.type !== 'function' || typeof declared.name !== 'string')
    return { native: { format, payload: raw as JsonObject } }
  return {
    name: declared.name,
    ...givenField('description', typeof declared.description === 'string' ? declared.description : undefined),
    ...givenField(
      'parameters',
      isObject(declared.parameters) ? (declared.parameters as JsonObject) : undefined,
    ),
    ...givenField('strict', typeof declared.strict === 'boolean' ? declared.strict : undefined),
    ...givenField(
      'extra',
      restFields(format, declared, ['type', 'name', 'description', 'parameters', 'strict']),
    ),
  }
}

function readToolChoice(value: unknown): ToolChoice | undefined {
  if (value === 'auto' || value === 'none' || value === 'required') return value
  const raw = objectOr(value)
  const name = raw.type === 'function' ? (raw.name ?? objectOr(raw.function).name) : undefined
  return typeof name === 'string' ? { tool: name } : undefined
}

function readSchema(value: unknown): OutputSchema | undefined {
  const raw = objectOr(value)
  const declared = isObject(raw.json_schema) ? raw.json_schema : raw
  if (raw.type !== 'json_schema') return undefined
  return {
    schema: (isObject(declared.schema) ? declared.schema : {}) as JsonObject,
    ...givenField('name', typeof declared.name === 'string' ? declared.name : undefined),
    ...givenField('description', typeof declared.description === 'string' ? declared.description : undefined),
    ...givenField('strict', typeof declared.strict === 'boolean' ? declared.strict : undefined),
  }
}

const readStopList = (value: unknown): readonly string[] | undefined =>
  typeof value === 'string'
    ? [value]
    : Array.isArray(value)
      ? value.filter(stop => typeof stop === 'string')
      : undefined

function readConfig(request: Raw, effort: unknown): GenerateConfig {
  return {
    ...givenField('temperature', finiteNumber(request.temperature)),
    ...givenField('topP', finiteNumber(request.top_p)),
    ...givenField(
      'maxOutputTokens',
      finiteNumber(request.max_completion_tokens ?? request.max_output_tokens ?? request.max_tokens),
    ),
    ...givenField('stopSequences', readStopList(request.stop)),
    ...givenField('seed', finiteNumber(request.seed)),
    ...givenField('presencePenalty', finiteNumber(request.presence_penalty)),
    ...givenField('frequencyPenalty', finiteNumber(request.frequency_penalty)),
    ...givenField('toolChoice', readToolChoice(request.tool_choice)),
    ...givenField(
      'parallelToolCalls',
      typeof request.parallel_tool_calls === 'boolean' ? request.parallel_tool_calls : undefined,
    ),
    ...givenField('reasoningEffort', typeof effort === 'string' ? effort : undefined),
  }
}

/**
 * Returns an agent from the fields that have the same name in both OpenAI APIs. The fields in `consumed` were already
 * read.
 */
function agentFromSharedFields(
  format: TargetName,
  request: Raw,
  parts: {
    instruction: InstructionText[]
    config: GenerateConfig
    schema: OutputSchema | undefined
    consumed: readonly string[]
  },
): Agent {
  const model = stringOr(request.model)
  const tools = listOr(request.tools).map(tool => readTool(format, tool))
  const choice = parts.config.toolChoice === undefined ? [] : ['tool_choice']
  return {
    name: 'agent',
    identity: false,
    ...(model && { model }),
    ...(parts.instruction.length > 0 && { staticInstruction: parts.instruction }),
    ...(tools.length > 0 && { tools }),
    ...givenField('outputSchema', parts.schema),
    ...(Object.keys(parts.config).length > 0 && { generateConfig: parts.config }),
    ...givenField('extra', restFields(format, request, ['model', 'tools', ...choice, ...parts.consumed])),
  }
}

const shared = ['temperature', 'top_p', 'parallel_tool_calls']

/** Returns the agent that a Chat Completions request describes. */
export function chatAgent(request: Raw, leading: readonly unknown[]): Agent {
  const format = 'openai-chat'
  const schema = readSchema(request.response_format)
  return agentFromSharedFields(format, request, {
    instruction: leading.flatMap(message => leadingInstruction(format, message)),
    config: readConfig(request, request.reasoning_effort),
    schema,
    consumed: [
      ...shared,
      'messages',
      'max_completion_tokens',
      'max_tokens',
      'stop',
      'seed',
      'presence_penalty',
      'frequency_penalty',
      'reasoning_effort',
      ...(schema ? ['response_format'] : []),
    ],
  })
}

/** Returns the agent that a Responses request describes. */
export function responsesAgent(request: Raw, leading: readonly unknown[]): Agent {
  const format = 'openai'
  const text = objectOr(request.text)
  const reasoning = objectOr(request.reasoning)
  const schema = readSchema(text.format)
  const instructions = stringOr(request.instructions)
  const agent = agentFromSharedFields(format, request, {
    instruction: [
      ...(instructions ? [{ text: instructions }] : []),
      ...leading.flatMap(item => leadingInstruction(format, item)),
    ],
    config: readConfig(request, reasoning.effort),
    schema,
    consumed: [...shared, 'input', 'instructions', 'max_output_tokens', 'text', 'reasoning'],
  })
  // Fields next to the schema and the effort stay in their original objects.
  const beside = {
    ...givenField('text', restFields(format, text, schema ? ['format'] : [])?.fields),
    ...givenField('reasoning', restFields(format, reasoning, ['effort'])?.fields),
  }
  if (Object.keys(beside).length === 0) return agent
  return { ...agent, extra: { format, fields: { ...agent.extra?.fields, ...beside } } }
}
