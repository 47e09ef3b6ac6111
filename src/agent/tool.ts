import type { Extra } from '../ir/extra.ts'
import { isObject } from '../ir/json.ts'
import { expected } from '../validate/describe.ts'
import { Path } from '../validate/path.ts'
import { readFunctionTool } from './read-function-tool.ts'
import type { SchemaInput, SchemaOutput } from './schema-input.ts'

/** A function that the model may call, as a declaration gives it. */
export interface ToolDefinition<
  Parameters extends SchemaInput = SchemaInput,
  Result = unknown,
  Name extends string = string,
  Reads extends string = string,
  Writes extends string = string,
> {
  readonly name: Name
  readonly description?: string
  /** Schema of the arguments; left out: an object without properties. */
  readonly parameters?: Parameters
  /** Ask the provider to enforce the schema. */
  readonly strict?: boolean
  /** Runs the tool. Compiling never calls it. */
  execute?(input: SchemaOutput<Parameters>, context: unknown): Result
  /** Keys of the state that it reads. */
  readonly reads?: readonly Reads[]
  /** Keys of the state that it writes. */
  readonly writes?: readonly Writes[]
  /** It brings back by their handles what is shown short, as `expandTool` does; no provider is told. */
  readonly expands?: boolean
  readonly extra?: Extra
}

/**
 * Declares a tool, and returns it unchanged: `execute` is typed by the schema of its parameters. Throws a TypeError for what no
 * tool may be.
 *
 * @example
 * import { tool } from 'ctxc'
 * import { z } from 'zod'
 *
 * const search = tool({
 *   name: 'search_flights',
 *   description: 'Finds flights to a city.',
 *   parameters: z.object({ city: z.string(), days: z.int().default(7) }),
 *   execute: ({ city, days }) => `flights to ${city} within ${days} days`,
 * })
 * console.log(search.execute?.({ city: 'Rome', days: 3 }, null))
 */
export const tool = <
  const Name extends string,
  Parameters extends SchemaInput,
  Result,
  const Reads extends string = never,
  const Writes extends string = never,
>(
  definition: ToolDefinition<Parameters, Result, Name, Reads, Writes>,
): ToolDefinition<Parameters, Result, Name, Reads, Writes> => {
  const at = Path.named('tool')
  if (!isObject(definition)) throw expected('a tool', definition, at)
  readFunctionTool({ ...definition }, at)
  return definition
}
