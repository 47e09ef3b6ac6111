import type { JsonObject } from '../ir/json.ts'
import type { Path } from '../validate/path.ts'
import type { Tool } from './agent.ts'
import { executorOf } from './executor.ts'
import type { ReadTool } from './read-tool.ts'
import type { SchemaInput } from './schema-input.ts'
import { toJSONSchema } from './to-json-schema.ts'

const format = 'ai-sdk'

type Raw = Readonly<Record<string, unknown>>

/** A tool of the AI SDK by its name. Throws a TypeError that names the place (`at`) for what is none. */
export function readAISDKTool(name: string, raw: Raw, at: Path): ReadTool {
  const schema = schemaOf(raw)
  if (isProviders(raw)) return { tool: aiSdkTool(name, raw, undefined) }
  if (schema === undefined) throw at.wrong('has no inputSchema, so it is no tool of the AI SDK')
  const parameters = toJSONSchema(schema as SchemaInput, at.in('inputSchema'))
  return { tool: aiSdkTool(name, raw, parameters), ...executorOf(raw, at) }
}

/** The schema of a tool's arguments, which older versions call its parameters. */
export const schemaOf = ({ inputSchema, parameters }: Raw): unknown => inputSchema ?? parameters

const isProviders = ({ type }: Raw): boolean => type === 'provider' || type === 'provider-defined'

/** A tool that goes back to the AI SDK with all that it came with; elsewhere only what a model is shown goes. */
export function aiSdkTool(name: string, raw: Raw, parameters: JsonObject | undefined): Tool {
  if (isProviders(raw))
    return { native: { format, payload: { ...raw, type: 'provider', name } as JsonObject } }
  const { description, strict, inputSchema: _, parameters: __, name: ___, type, ...rest } = raw
  const told = typeof description === 'string' ? description : undefined
  const kept = {
    ...rest,
    // A description made at the time of the call is the AI SDK's own affair.
    ...(told === undefined && { description }),
    ...(type !== 'function' && { type }),
    inputSchema: schemaOf(raw),
  }
  // The function that runs the tool is kept by reference, because it belongs to the app.
  const fields = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined))
  return {
    name,
    ...(told !== undefined && { description: told }),
    ...(parameters !== undefined && { parameters }),
    ...(typeof strict === 'boolean' && { strict }),
    ...(Object.keys(fields).length > 0 && { extra: { format, fields: fields as JsonObject } }),
  }
}
