import type { FunctionTool } from './agent.ts'
import { executorOf } from './executor.ts'
import type { ReadTool } from './read-tool.ts'
import type { SchemaInput } from './schema-input.ts'
import { toJSONSchema } from './to-json-schema.ts'

type Raw = Readonly<Record<string, unknown>>

const keys = ['name', 'description', 'parameters', 'strict', 'execute', 'reads', 'writes', 'extra']

/** A tool of our own, its parameters as JSON Schema. */
export function readFunctionTool(raw: Raw, at: string): ReadTool {
  for (const key of Object.keys(raw))
    if (!keys.includes(key)) throw new TypeError(`${at} has no '${key}'; there are ${keys.join(', ')}`)
  const { strict, extra, parameters, reads, writes } = raw
  if (strict !== undefined && typeof strict !== 'boolean')
    throw new TypeError(`${at}.strict is neither true nor false`)
  for (const key of ['reads', 'writes'] as const) assertKeyList(raw[key], `${at}.${key}`)
  const tool: FunctionTool = {
    ...named(raw, at),
    ...(parameters !== undefined && {
      parameters: toJSONSchema(parameters as SchemaInput, `${at}.parameters`),
    }),
    ...(strict !== undefined && { strict }),
    ...(reads !== undefined && { reads: reads as readonly string[] }),
    ...(writes !== undefined && { writes: writes as readonly string[] }),
    ...(extra !== undefined && { extra: extra as NonNullable<FunctionTool['extra']> }),
  }
  return { tool, ...executorOf(raw, at) }
}

/** A tool of an MCP server. It says nothing to the model but its name, description and schema. */
export function readMCPTool(raw: Raw, at: string): ReadTool {
  const description = raw.description ?? raw.title
  const parameters = toJSONSchema(raw.inputSchema as SchemaInput, `${at}.inputSchema`)
  return { tool: { ...named({ ...raw, description }, at), parameters }, ...executorOf(raw, at) }
}

function named({ name, description }: Raw, at: string): { name: string; description?: string } {
  if (typeof name !== 'string' || name === '') throw new TypeError(`${at}.name is empty`)
  if (description !== undefined && typeof description !== 'string')
    throw new TypeError(`${at}.description is not a string`)
  return { name, ...(description !== undefined && { description }) }
}

function assertKeyList(value: unknown, at: string): void {
  const isList = Array.isArray(value) && value.every(key => typeof key === 'string')
  if (value !== undefined && !isList) throw new TypeError(`${at} is not a list of keys`)
}
