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

const format = 'anthropic'

function readSystem(system: unknown): InstructionText[] {
  if (typeof system === 'string') return system ? [{ text: system }] : []
  return listOr(system).flatMap(value => {
    const block = objectOr(value)
    return block.type === 'text'
      ? [
          {
            text: stringOr(block.text),
            ...givenField('extra', keepFields(format, block, ['cache_control', 'citations'])),
          },
        ]
      : []
  })
}

/** Reads a tool declaration. One of Anthropic's own tools is kept in its wire form. */
export function readTool(value: unknown): Tool {
  const raw = objectOr(value)
  const own = raw.type === undefined || raw.type === null || raw.type === 'custom'
  if (!own || typeof raw.name !== 'string') return { native: { format, payload: raw as JsonObject } }
  return {
    name: raw.name,
    ...givenField('description', typeof raw.description === 'string' ? raw.description : undefined),
    ...givenField('parameters', isObject(raw.input_schema) ? (raw.input_schema as JsonObject) : undefined),
    ...givenField('strict', typeof raw.strict === 'boolean' ? raw.strict : undefined),
    ...givenField(
      'extra',
      restFields(format, raw, ['type', 'name', 'description', 'input_schema', 'strict']),
    ),
  }
}

function readToolChoice(value: unknown): ToolChoice | undefined {
  const { type, name } = objectOr(value)
  if (type === 'auto' || type === 'none') return type
  if (type === 'any') return 'required'
  return type === 'tool' && typeof name === 'string' ? { tool: name } : undefined
}

function readSchema(value: unknown): OutputSchema | undefined {
  const declared = objectOr(value)
  return declared.type === 'json_schema' && isObject(declared.schema)
    ? { schema: declared.schema as JsonObject, strict: true }
    : undefined
}

/** Returns the agent that a Messages request describes. */
export function anthropicAgent(request: Raw): Agent {
  const instruction = readSystem(request.system)
  const tools = listOr(request.tools).map(readTool)
  const output = objectOr(request.output_config)
  const schema = readSchema(output.format)
  const parallel = objectOr(request.tool_choice).disable_parallel_tool_use
  const config: GenerateConfig = {
    ...givenField('temperature', finiteNumber(request.temperature)),
    ...givenField('topP', finiteNumber(request.top_p)),
    ...givenField('topK', finiteNumber(request.top_k)),
    ...givenField('maxOutputTokens', finiteNumber(request.max_tokens)),
    ...givenField(
      'stopSequences',
      Array.isArray(request.stop_sequences)
        ? request.stop_sequences.filter(stop => typeof stop === 'string')
        : undefined,
    ),
    ...givenField('toolChoice', readToolChoice(request.tool_choice)),
    ...givenField('parallelToolCalls', typeof parallel === 'boolean' ? !parallel : undefined),
    ...givenField('reasoningEffort', typeof output.effort === 'string' ? output.effort : undefined),
  }
  const consumed = [
    'model',
    'messages',
    'system',
    'tools',
    'tool_choice',
    'temperature',
    'top_p',
    'top_k',
    'max_tokens',
    'stop_sequences',
    'output_config',
  ]
  const beside = restFields(format, output, ['effort', ...(schema ? ['format'] : [])])
  const extra = restFields(
    format,
    {
      ...Object.fromEntries(Object.entries(request).filter(([key]) => !consumed.includes(key))),
      output_config: beside?.fields,
    },
    [],
  )
  const model = stringOr(request.model)
  return {
    name: 'agent',
    identity: false,
    ...(model && { model }),
    ...(instruction.length > 0 && { staticInstruction: instruction }),
    ...(tools.length > 0 && { tools }),
    ...givenField('outputSchema', schema),
    ...(Object.keys(config).length > 0 && { generateConfig: config }),
    ...givenField('extra', extra),
  }
}
