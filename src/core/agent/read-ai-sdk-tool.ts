import type { Path } from '../form/path.ts'
import type { JsonObject } from '../ir/json.ts'
import type { SchemaInput } from '../schema/schema-input.ts'
import type { Tool } from './agent.ts'
import { executorOf } from './executor.ts'
import type { ReadTool } from './read-function-tool.ts'
import { toJSONSchema } from './to-json-schema.ts'
import { readToolHandlers } from './tool-handlers.ts'

const format = 'ai-sdk'

type Raw = Readonly<Record<string, unknown>>

/** Reads one tool of an AI SDK record. Throws a TypeError that names the path (`at`) if it is invalid. */
export function readAISDKTool(name: string, raw: Raw, at: Path): ReadTool {
  const schema = argumentsSchema(raw)
  if (isProviderTool(raw)) return { tool: makeAISDKTool(name, raw, undefined) }
  if (schema === undefined) throw at.wrong('has no inputSchema, so it is not a tool of the AI SDK')
  const parameters = toJSONSchema(schema as SchemaInput, at.in('inputSchema'))
  const handlers = readToolHandlers(raw, schema, at)
  const tool = makeAISDKTool(name, raw, parameters)
  return { tool, ...executorOf(raw, at), ...(handlers && { handlers }) }
}

/** Returns the schema of a tool's arguments, which older AI SDK versions call `parameters`. */
export const argumentsSchema = ({ inputSchema, parameters }: Raw): unknown => inputSchema ?? parameters

const isProviderTool = ({ type }: Raw): boolean => type === 'provider' || type === 'provider-defined'

/**
 * Makes a tool from an AI SDK tool. The AI SDK target gets all its fields back; other targets get only the fields for
 * the model.
 */
export function makeAISDKTool(name: string, raw: Raw, parameters: JsonObject | undefined): Tool {
  if (isProviderTool(raw))
    return { native: { format, payload: { ...raw, type: 'provider', name } as JsonObject } }
  const { description, strict, inputSchema: _, parameters: __, name: ___, type, ...rest } = raw
  const told = typeof description === 'string' ? description : undefined
  const kept = {
    ...rest,
    // A function that returns the description can be called only by the AI SDK.
    ...(told === undefined && { description }),
    ...(type !== 'function' && { type }),
    inputSchema: argumentsSchema(raw),
  }
  // The function that runs the tool is kept by reference and not copied, because it belongs to the app.
  const fields = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined))
  return {
    name,
    ...(told !== undefined && { description: told }),
    ...(parameters !== undefined && { parameters }),
    ...(typeof strict === 'boolean' && { strict }),
    // The AI SDK leaves such calls to the page.
    ...(raw.execute === undefined && { answeredBy: 'page' as const }),
    ...(Object.keys(fields).length > 0 && { extra: { format, fields: fields as JsonObject } }),
  }
}
